"""Models of a folder, and what of each may be set: read from the description of its FMU, which knows nothing of texts."""
import os
import xml.etree.ElementTree as tree
import zipfile


def examples_in(folder):
    """All texts of models in a folder and below."""
    return sorted(os.path.join(below, file) for below, _, files in os.walk(folder) for file in files
                  if file.endswith((".mo", ".dyad", ".emx")))


def description(path):
    with zipfile.ZipFile(path) as archive:
        return tree.fromstring(archive.read("modelDescription.xml"))


def settable(path):
    """Name, type and value of all that the description says may be set."""
    for variable in description(path).find("ModelVariables"):
        if variable.get("causality") == "parameter" and variable.tag in ("Float64", "Int32", "Int64", "Boolean"):
            yield variable.get("name"), variable.tag, variable.get("start")
        elif variable.tag == "Float64" and variable.get("initial") == "exact" and variable.get("start"):
            if variable.get("causality") == "local" and variable.get("variability") == "continuous":
                yield variable.get("name") + ".start", variable.tag, variable.get("start")


def stop_time(path):
    return float(description(path).find("DefaultExperiment").get("stopTime", 1))


def moving(path):
    """Names of the numbers of the model that change in time."""
    return [variable.get("name") for variable in description(path).find("ModelVariables")
            if variable.tag == "Float64" and variable.get("variability") in (None, "continuous")
            and variable.get("causality") in (None, "local", "output")
            and not variable.get("name").startswith(("der(", "indicators["))]
