// The page of a report: what stands in it as text becomes its view.
import { Run } from "./data.js";
import { View } from "./view.js";

const text = (id) => document.getElementById(id)?.textContent;

// The diagram leaves the place where pages without scripts show it.
function network() {
    const section = document.getElementById("network"), scene = text("scene");
    if (!section || !scene)
        return null;
    section.remove();
    return { picture: section.querySelector("svg"), scene: JSON.parse(scene) };
}

const report = JSON.parse(text("report"));
const runs = report.runs.map((meta, i) => new Run(meta, text(`data${i}`)));
const bands = report.bands ? new Run(report.bands, text("bands")) : null;
document.getElementById("app").append(new View({ runs, bands, bandRuns: report.bandRuns, network: network() }).element);
document.documentElement.dataset.ready = "true";
