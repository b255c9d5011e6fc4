"""The perceptrons with scikit-learn's interface: for pipelines, grid searches, cross-validation.

They are thin: what they learn with is in `training`, `multiclass` and `variants`. Chapter *Neighbours* compares them.
One perceptron for each pair of classes is `sklearn.multiclass.OneVsOneClassifier(Perceptron())`.
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
from perceptron_lib.multiclass import train_multiclass
from perceptron_lib.passes import rows_of_passes
from perceptron_lib.reductions import stacked
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
        codes, classes = checks.classes(labels, len(labels))
        self._learn(rows, codes, len(classes))
        self.classes_ = classes
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
        scores = self._scores(validate_data(self, X, dtype=np.float64, reset=False))
        return scores[:, 0] if len(self.classes_) == 2 else scores

    def _check_parameters(self, n: int) -> None:
        """Refuse unusable parameters before anything is learned or forgotten."""
        checks.number(self.eta, "eta", above=0)
        checks.number(self.delta, "delta", least=0)
        checks.count(self.max_passes, "max_passes")
        check_random_state(self.random_state)
        rows_of_passes(self.order, n, None)

    def _learn(self, X: Array, codes: NDArray[np.int64], c: int) -> None:
        """Learn from examples with labels 0, 1, ..., c - 1."""
        raise NotImplementedError

    def _scores(self, X: Array) -> NDArray[np.float64]:
        """Return one score for two classes, (n, 1), or one for each class, (n, c)."""
        scores: NDArray[np.float64] = X @ self.coef_.T + self.intercept_
        return scores

    def _options(self) -> dict[str, Any]:
        return {"eta": self.eta, "delta": self.delta, "order": self.order, "max_passes": self.max_passes}

    def _rng(self) -> np.random.Generator:
        return np.random.default_rng(check_random_state(self.random_state).randint(2**31))

    def _targets(self, c: int) -> list[tuple[int, np.random.Generator]]:
        """Return each class that is told from the rest, of two the second alone, with a generator of its own."""
        targets = [1] if c == 2 else range(c)
        return list(zip(targets, self._rng().spawn(len(targets)), strict=True))

    def _runs(self, X: Array, codes: NDArray[np.int64], c: int) -> list[Run]:
        """Train a perceptron for each target."""
        runs = [train(X, np.where(codes == k, 1, -1), rng=rng, **self._options()) for k, rng in self._targets(c)]
        self.n_iter_ = max(run.passes for run in runs)
        return runs


class Perceptron(_Classifier):
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

    def _learn(self, X: Array, codes: NDArray[np.int64], c: int) -> None:
        self.coef_, self.intercept_ = stacked(self._runs(X, codes, c))

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
        options, runs = self._options() | {"max_passes": 1}, []
        for at, (k, rng) in enumerate(self._targets(len(known))):
            start = {} if first else {"w0": self.coef_[at], "b0": self.intercept_[at]}
            runs.append(train(rows, np.where(codes == k, 1, -1), rng=rng, **options, **start))
        self.coef_, self.intercept_ = stacked(runs)
        self.classes_, self.n_iter_ = known, 1 if first else self.n_iter_ + 1
        return self


class AveragedPerceptron(_Classifier):
    """The perceptron with the mean of its weights over all visits: `variants.average`.

    Parameters and attributes are those of `Perceptron`; `coef_` and `intercept_` are the means.

    Notes
    -----
    Source: Freund and Schapire (1999).
    """

    def _learn(self, X: Array, codes: NDArray[np.int64], c: int) -> None:
        self.coef_, self.intercept_ = stacked([variants.average(run) for run in self._runs(X, codes, c)])


class PocketPerceptron(_Classifier):
    """The perceptron with the weights of its run that got the most examples right: `variants.pocket`.

    Parameters and attributes are those of `Perceptron`.

    Notes
    -----
    Source: Gallant (1990).
    """

    def _learn(self, X: Array, codes: NDArray[np.int64], c: int) -> None:
        self.coef_, self.intercept_ = stacked([variants.pocket(run) for run in self._runs(X, codes, c)])


class MulticlassPerceptron(_Classifier):
    """All classes at once: a mistake punishes the worst rival, as in `train_multiclass`.

    Parameters and attributes are those of `Perceptron`. For two classes `coef_` is the second class's weights minus the
    first one's.
    """

    def _learn(self, X: Array, codes: NDArray[np.int64], c: int) -> None:
        run = train_multiclass(X, codes, rng=self._rng(), **self._options())
        W, b = run.W, run.b
        self.coef_, self.intercept_ = (W[1:] - W[:1], b[1:] - b[:1]) if c == 2 else (W, b)
        self.n_iter_ = run.passes


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

    def _learn(self, X: Array, codes: NDArray[np.int64], c: int) -> None:
        K, options = self._kernel(X, X), self._options()
        learn, targets = variants.train_kernel, self._targets(c)
        runs = [learn(K, np.where(codes == k, 1, -1), rng=rng, **options) for k, rng in targets]
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
