"""The perceptrons with scikit-learn's interface: for pipelines, grid searches, cross-validation.

They are thin: what they learn with is in `training`, `multiclass` and `variants`. Chapter *Beyond* compares them.
"""

from collections.abc import Callable, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.metrics.pairwise import pairwise_kernels
from sklearn.utils import check_random_state
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from perceptron_lib import checks, variants
from perceptron_lib.checks import Array
from perceptron_lib.multiclass import OneVsOne, one_vs_one, stacked, train_multiclass
from perceptron_lib.passes import rows_of_passes
from perceptron_lib.training import Run, train


class _Classifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """What all perceptrons share: parameters, labels, and predictions from `decision_function`."""

    classes_: Array
    coef_: NDArray[np.float64]
    intercept_: NDArray[np.float64]
    n_iter_: int

    def __init__(
        self,
        *,
        eta: float = 1.0,
        delta: float = 0.0,
        order: str | Sequence[int] = "cyclic",
        max_passes: int = 1000,
        random_state: Any = None,
    ) -> None:
        self.eta = eta
        self.delta = delta
        self.order = order
        self.max_passes = max_passes
        self.random_state = random_state

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Learn from zero.

        Parameters
        ----------
        X : array or data frame of shape (n, d)
        y : array of shape (n,)
            Labels of two or more classes.
        """
        rows, labels = validate_data(self, X, y, dtype=np.float64, order="C")
        check_classification_targets(labels)
        self._check_parameters(len(rows))
        codes, self.classes_ = checks.classes(labels, len(labels))
        self._begin(rows.shape[1])
        self._learn(rows, codes, self.max_passes)
        return self

    def predict(self, X: ArrayLike) -> Array:
        """Return the predicted label of every row of X: shape (n,)."""
        scores = self.decision_function(X)
        codes = (scores > 0).astype(np.int64) if scores.ndim == 1 else scores.argmax(axis=1)
        predicted: Array = self.classes_[codes]
        return predicted

    def decision_function(self, X: ArrayLike) -> NDArray[np.float64]:
        """Return the scores: shape (n,) for two classes, positive for the second; else one for each, (n, c)."""
        check_is_fitted(self, "classes_")
        scores: NDArray[np.float64] = self._scores(validate_data(self, X, dtype=np.float64, reset=False))
        return scores[:, 0] if len(self.classes_) == 2 else scores

    def _check_parameters(self, n: int) -> None:
        """Refuse unusable parameters before anything is learned or forgotten."""
        checks.number(self.eta, "eta", above=0)
        checks.number(self.delta, "delta", least=0)
        check_random_state(self.random_state)
        checks.count(self.max_passes, "max_passes")
        rows_of_passes(self.order, n, None)

    def _begin(self, d: int) -> None:
        """Forget what was learned, and make room for d features."""

    def _learn(self, X: Array, codes: NDArray[np.int64], max_passes: int) -> None:
        """Learn from examples with labels as positions in `classes_`."""
        raise NotImplementedError

    def _scores(self, X: Array) -> NDArray[np.float64]:
        """Return one score for two classes, (n, 1), or one for each class, (n, c)."""
        scores: NDArray[np.float64] = X @ self.coef_.T + self.intercept_
        return scores

    def _options(self) -> dict[str, Any]:
        return {"eta": self.eta, "delta": self.delta, "order": self.order}

    def _rng(self) -> np.random.Generator:
        return np.random.default_rng(check_random_state(self.random_state).randint(2**31))


class _Linear(_Classifier):
    """Perceptrons with weights of their own: one for two classes, else one for each class."""

    def _begin(self, d: int) -> None:
        rows = 1 if len(self.classes_) == 2 else len(self.classes_)
        self.coef_, self.intercept_, self.n_iter_ = np.zeros((rows, d)), np.zeros(rows), 0

    def _runs(self, X: Array, codes: NDArray[np.int64], max_passes: int, W: Array, b: Array) -> list[Run]:
        """Train one perceptron against the rest for each row of weights, from these weights; count the passes."""
        targets = [1] if len(self.classes_) == 2 else range(len(self.classes_))
        runs = []
        for k, w0, b0, rng in zip(targets, W, b, self._rng().spawn(len(W)), strict=True):
            signs = np.where(codes == k, 1, -1)
            runs.append(train(X, signs, w0=w0, b0=b0, rng=rng, max_passes=max_passes, **self._options()))
        self.n_iter_ += max(run.passes for run in runs)
        return runs


class _Online(_Linear):
    """Learning that can go on with further examples."""

    def partial_fit(self, X: ArrayLike, y: ArrayLike, classes: ArrayLike | None = None) -> Self:
        """Go on learning: one pass over these examples.

        Parameters
        ----------
        X : array or data frame of shape (n, d)
        y : array of shape (n,)
            Labels; not every class must be there.
        classes : array, needed by the first call
            All labels that will ever come.
        """
        first = not hasattr(self, "classes_")
        if first and classes is None:
            raise ValueError("the first call of partial_fit needs classes, all labels that will ever come")
        rows, labels = validate_data(self, X, y, dtype=np.float64, order="C", reset=first)
        check_classification_targets(labels)
        known = self.classes_ if classes is None else checks.classes(classes, np.size(classes), "classes")[1]
        if not first and not np.array_equal(known, self.classes_):
            raise ValueError(f"classes is {known}, but was {self.classes_} before")
        codes = checks.coded(labels, len(labels), {label: k for k, label in enumerate(known.tolist())})
        self._check_parameters(len(rows))
        if first:
            self.classes_ = known
            self._begin(rows.shape[1])
        self._learn(rows, codes, 1)
        return self


class Perceptron(_Online):
    """The perceptron; for more than two classes one against the rest for each.

    Parameters
    ----------
    eta, delta : number, default 1 and 0
        Learning rate and threshold, as in `train`.
    order : "cyclic", "shuffled", "random" or a sequence of row numbers, default "cyclic"
    max_passes : int, default 1000
        A perceptron stops earlier after a pass without a mistake.
    random_state : int, RandomState or None
        The randomness of "shuffled" and "random".

    Attributes
    ----------
    classes_ : array of shape (c,)
    coef_, intercept_ : arrays of shape (1, d) and (1,) for two classes, else (c, d) and (c,)
    n_iter_ : int
        The passes made, by the perceptron that made most.
    n_features_in_, feature_names_in_
        As everywhere in scikit-learn.

    Notes
    -----
    With the same order and passes it has the weights of `sklearn.linear_model.Perceptron`.
    """

    def _learn(self, X: Array, codes: NDArray[np.int64], max_passes: int) -> None:
        self.coef_, self.intercept_ = stacked(self._runs(X, codes, max_passes, self.coef_, self.intercept_))


class AveragedPerceptron(_Online):
    """The perceptron with the mean of its weights over all visits: `variants.average`.

    Parameters and attributes are those of `Perceptron`; `coef_` and `intercept_` are the means.

    Notes
    -----
    Source: Freund and Schapire (1999).
    """

    def _begin(self, d: int) -> None:
        super()._begin(d)
        self._now, self._visits = (self.coef_, self.intercept_), np.zeros(len(self.coef_))

    def _learn(self, X: Array, codes: NDArray[np.int64], max_passes: int) -> None:
        runs = self._runs(X, codes, max_passes, *self._now)
        self._now = stacked(runs)
        means, visits = [variants.average(run) for run in runs], np.array([run.visits for run in runs])
        self._visits = self._visits + visits
        new = visits / self._visits  # the part of these runs in the mean of all visits
        self.coef_ = self.coef_ + new[:, None] * (np.stack([mean.w for mean in means]) - self.coef_)
        self.intercept_ = self.intercept_ + new * (np.array([mean.b for mean in means]) - self.intercept_)


class PocketPerceptron(_Linear):
    """The perceptron with the weights of its run that got the most examples right: `variants.pocket`.

    Parameters and attributes are those of `Perceptron`.

    Notes
    -----
    Source: Gallant (1990).
    """

    def _learn(self, X: Array, codes: NDArray[np.int64], max_passes: int) -> None:
        best = [variants.pocket(run) for run in self._runs(X, codes, max_passes, self.coef_, self.intercept_)]
        self.coef_, self.intercept_ = np.stack([h.w for h in best]), np.array([float(h.b) for h in best])


class MulticlassPerceptron(_Online):
    """All classes at once: a mistake punishes the worst rival, as in `train_multiclass`.

    Parameters and attributes are those of `Perceptron`. For two classes `coef_` is the second class's weights minus the
    first one's.
    """

    def _learn(self, X: Array, codes: NDArray[np.int64], max_passes: int) -> None:
        W, b = self.coef_, self.intercept_
        if len(self.classes_) == 2:  # each update adds to one class what it takes from the other
            W, b = np.vstack([-W, W]) / 2, np.append(-b, b) / 2
        every, options = range(len(self.classes_)), self._options()
        run = train_multiclass(X, codes, classes=every, W0=W, b0=b, rng=self._rng(), max_passes=max_passes, **options)
        W, b = run.W, run.b
        self.coef_, self.intercept_ = (W[1:] - W[:1], b[1:] - b[:1]) if len(self.classes_) == 2 else (W, b)
        self.n_iter_ += run.passes


class OneVsOnePerceptron(_Classifier):
    """One perceptron for each pair of classes: `one_vs_one`.

    Parameters
    ----------
    by : "votes" or "scores", default "votes"
        How the pairs decide; see `OneVsOne.predict`.
    eta, delta, order, max_passes, random_state
        As for `Perceptron`; order may not be a sequence of rows.

    Attributes
    ----------
    pairs_ : tuple of pairs
        The positions in `classes_` that each perceptron tells apart.
    coef_, intercept_ : arrays of shape (pairs, d) and (pairs,)
    classes_, n_iter_, n_features_in_, feature_names_in_
        As for `Perceptron`.

    Notes
    -----
    With "votes", `decision_function` is the votes plus less than a third of one that rises with the summed score, as in
    `sklearn.multiclass.OneVsOneClassifier`.
    """

    def __init__(
        self,
        *,
        by: str = "votes",
        eta: float = 1.0,
        delta: float = 0.0,
        order: str = "cyclic",
        max_passes: int = 1000,
        random_state: Any = None,
    ) -> None:
        super().__init__(eta=eta, delta=delta, order=order, max_passes=max_passes, random_state=random_state)
        self.by = by

    def _check_parameters(self, n: int) -> None:
        super()._check_parameters(n)
        if self.by not in ("votes", "scores"):
            raise ValueError(f"by must be 'votes' or 'scores', but is {self.by!r}")

    def _learn(self, X: Array, codes: NDArray[np.int64], max_passes: int) -> None:
        duels = one_vs_one(X, codes, rng=self._rng(), max_passes=max_passes, **self._options())
        self.pairs_, self.coef_, self.intercept_ = duels.pairs, duels.W, duels.b
        self.n_iter_ = max(run.passes for run in duels.runs)

    def _scores(self, X: Array) -> NDArray[np.float64]:
        if len(self.classes_) == 2:
            return super()._scores(X)
        duels = OneVsOne(self.classes_, self.pairs_, self.coef_, self.intercept_, ())
        scores = duels.scores(X)
        return scores if self.by == "scores" else duels.votes(X) + scores / (3 * (np.abs(scores) + 1))


class KernelPerceptron(_Classifier):
    """The perceptron in the feature space of a kernel; for more than two classes one against the rest for each.

    Parameters
    ----------
    kernel : str or function, default "rbf"
        A kernel of `sklearn.metrics.pairwise.pairwise_kernels`.
    gamma, degree, coef0 : the parameters of the kernel; None, 3 and 1 by default
    eta, delta, order, max_passes, random_state
        As for `Perceptron`.

    Attributes
    ----------
    support_ : int array of shape (m,)
        The rows on which mistakes were made.
    support_vectors_ : array of shape (m, d)
        These examples.
    dual_coef_ : array of shape (1, m) for two classes, else (c, m)
        Their coefficients: eta times y_i times the mistakes on them.
    intercept_ : array of shape (1,) or (c,)
    classes_, n_iter_, n_features_in_, feature_names_in_
        As for `Perceptron`.

    Notes
    -----
    Source: Aizerman, Braverman and Rozonoer (1964); Freund and Schapire (1999).
    """

    def __init__(
        self,
        *,
        kernel: str | Callable[[Array, Array], float] = "rbf",
        gamma: float | None = None,
        degree: float = 3,
        coef0: float = 1,
        eta: float = 1.0,
        delta: float = 0.0,
        order: str | Sequence[int] = "cyclic",
        max_passes: int = 1000,
        random_state: Any = None,
    ) -> None:
        super().__init__(eta=eta, delta=delta, order=order, max_passes=max_passes, random_state=random_state)
        self.kernel = kernel
        self.gamma = gamma
        self.degree = degree
        self.coef0 = coef0

    def _check_parameters(self, n: int) -> None:
        super()._check_parameters(n)
        if isinstance(self.kernel, str) and self.kernel == "precomputed":
            raise ValueError("kernel must not be 'precomputed': train on such a K with variants.train_kernel")

    def _learn(self, X: Array, codes: NDArray[np.int64], max_passes: int) -> None:
        K, runs = self._kernel(X, X), []
        targets = [1] if len(self.classes_) == 2 else range(len(self.classes_))
        for k, rng in zip(targets, self._rng().spawn(len(targets)), strict=True):
            signs = np.where(codes == k, 1, -1)
            runs.append(variants.train_kernel(K, signs, rng=rng, max_passes=max_passes, **self._options()))
        coefficients = np.stack([run.coefficients for run in runs])
        self.support_ = np.flatnonzero(coefficients.any(axis=0))
        self.support_vectors_, self.dual_coef_ = X[self.support_], coefficients[:, self.support_]
        self.intercept_ = coefficients.sum(axis=1)
        self.n_iter_ = max(run.passes for run in runs)

    def _scores(self, X: Array) -> NDArray[np.float64]:
        scores: NDArray[np.float64] = self._kernel(X, self.support_vectors_) @ self.dual_coef_.T + self.intercept_
        return scores

    def _kernel(self, X: Array, Z: Array) -> Array:
        if callable(self.kernel):
            K: Array = pairwise_kernels(X, Z, metric=self.kernel)
        else:
            options = {"gamma": self.gamma, "degree": self.degree, "coef0": self.coef0}
            K = pairwise_kernels(X, Z, metric=self.kernel, filter_params=True, **options)
        return K
