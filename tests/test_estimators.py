"""The estimators against scikit-learn's own checks, its Perceptron, and the modules that they are made of."""

import numpy as np
import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

from perceptron_lib.estimators import (
    AveragedPerceptron,
    KernelPerceptron,
    MulticlassPerceptron,
    OneVsOnePerceptron,
    Perceptron,
    PocketPerceptron,
)

FAMILY = [
    Perceptron(),
    AveragedPerceptron(),
    PocketPerceptron(),
    KernelPerceptron(),
    OneVsOnePerceptron(),
    MulticlassPerceptron(),
]


@parametrize_with_checks(
    [*FAMILY, OneVsOnePerceptron(by="scores"), Perceptron(order="shuffled"), KernelPerceptron(kernel="linear")]
)
def test_scikit_learn_finds_nothing_wrong(estimator, check):
    check(estimator)
