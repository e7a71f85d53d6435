// A report's motion as one animated SVG without scripts, for pages that show pictures alone.
//
//   node tools/animation.mjs REPORT.html PACKAGES SLOWER OUT.svg
//
// PACKAGES has node_modules (tools/bundle makes it); a second of the run takes SLOWER seconds. The page is asked where all
// stands at many times and at each event, and of these keyframes those are left out that lie on a line between others.
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";

const [report, packages, slower, out] = process.argv.slice(2);
if (!out || !(Number(slower) > 0)) {
    console.error("use: node tools/animation.mjs REPORT.html PACKAGES SLOWER OUT.svg");
    process.exit(2);
}
const RATE = 25; // keyframes a second of what is seen
const NEAR = 0.05; // how far a keyframe left out may lie from the line [px; a twentieth of that for scales and loads]
const { chromium } = createRequire(resolve(packages, "x"))("playwright-core");
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
await page.goto(`file://${resolve(report)}`);
await page.waitForFunction(() => document.documentElement.dataset.ready === "true");

const seen = await page.evaluate(({ rate, stretch }) => {
    const svgs = [...document.querySelectorAll("svg.diagram")], range = document.querySelector("input[type=range]");
    if (svgs.length !== 1)
        return { error: svgs.length ? "its picture is cut into strips" : "it has no diagram" };
    const [svg] = svgs, from = Number(range.min), to = Number(range.max), count = Math.ceil((to - from) * stretch * rate);
    const events = [...document.querySelectorAll("table.events tbody tr button")].map((e) => Number(e.textContent));
    const times = [...new Set([...Array.from({ length: count + 1 }, (_, i) => from + (to - from) * i / count), ...events])].sort((a, b) => a - b);
    const moved = [...svg.querySelectorAll(".component [transform], .net [transform]")].filter((e) => !e.matches(".dashpot"));
    const lit = [...svg.querySelectorAll(".component, .net path")], wires = [...svg.querySelectorAll(".net path:first-child")];
    const tracks = { transform: moved.map(() => []), d: wires.map(() => []), load: lit.map(() => []), warm: lit.map(() => []) };
    for (const t of times) {
        range.value = t;
        range.dispatchEvent(new Event("input"));
        moved.forEach((e, i) => tracks.transform[i].push(e.getAttribute("transform")));
        wires.forEach((e, i) => tracks.d[i].push(e.getAttribute("d")));
        lit.forEach((e, i) => {
            tracks.load[i].push(e.style.getPropertyValue("--load"));
            tracks.warm[i].push(e.style.getPropertyValue("--warm"));
        });
    }
    // Each in its state at the first time, with a class for what is to come.
    let number = 0;
    const found = [];
    const keep = (elements, values, kind) => elements.forEach((e, i) => {
        if (values[i].every((v) => v === values[i][0]))
            return;
        const name = `m${number++}`;
        if (kind !== "d")
            e.classList.add(name);
        else
            e.dataset.track = name;
        found.push({ name, kind, values: values[i] });
    });
    range.value = from;
    range.dispatchEvent(new Event("input"));
    keep(moved, tracks.transform, "transform");
    keep(wires, tracks.d, "d");
    keep(lit, tracks.load, "--load");
    keep(lit, tracks.warm, "--warm");
    const rules = [...document.styleSheets].flatMap((s) => [...s.cssRules]).map((r) => r.cssText).filter((t) => t.startsWith("svg.diagram"));
    const roots = [...document.styleSheets[0].cssRules].filter((r) => r.cssText.includes(":root") && r.cssText.includes("--ink")).map((r) => r.cssText);
    // Viewers that know no custom properties see the picture without lights: rules go before attributes.
    svg.querySelectorAll(".spark, .glow").forEach((e) => e.setAttribute("opacity", 0));
    svg.setAttribute("height", Math.round(svg.getAttribute("width") * svg.viewBox.baseVal.height / svg.viewBox.baseVal.width));
    return { found, times, text: new XMLSerializer().serializeToString(svg), rules: [...roots, ...rules].join("") };
}, { rate: RATE, stretch: Number(slower) });
await browser.close();
if (seen.error) {
    console.error(`animation: ${report}: ${seen.error}`);
    process.exit(1);
}

const numbers = (text) => (text.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);

// The keyframes of which no other can be left out without moving a point further than NEAR: from each as far as a line goes.
function keys(track) {
    const { times } = seen, parts = track.values.map((v) => numbers(v)), kept = [0];
    const near = (k) => track.kind === "d" || (track.kind === "transform" && k < 2) ? NEAR : NEAR / 20;
    const fits = (a, b) => {
        for (let i = a + 1; i < b; i++)
            for (let k = 0; k < parts[a].length; k++) {
                const share = (times[i] - times[a]) / (times[b] - times[a]);
                if (!(Math.abs(parts[a][k] + share * (parts[b][k] - parts[a][k]) - parts[i][k]) <= near(k)))
                    return false;
            }
        return true;
    };
    while (kept.at(-1) < times.length - 1) {
        let b = kept.at(-1) + 1;
        while (b + 1 < times.length && parts[b + 1].length === parts[b].length && fits(kept.at(-1), b + 1))
            b++;
        kept.push(b);
    }
    return kept;
}

const { times } = seen, span = times.at(-1) - times[0], length = `${(span * Number(slower)).toFixed(2)}s`;
const part = (i) => (times[i] - times[0]) / span, tidy = (v, digits) => String(Number(v.toFixed(digits)));
function frame(track, i) {
    const v = numbers(track.values[i]);
    if (track.kind !== "transform")
        return `${track.kind}:${tidy(v[0] ?? 0, 2)}`;
    const grown = track.values.some((t) => t.includes("scale"));
    return `transform:translate(${tidy(v[0], 2)}px,${tidy(v[1] ?? 0, 2)}px)${grown ? ` scale(${tidy(v[2] ?? 1, 4)},1)` : ""}`;
}
const moves = [], same = new Map();
let text = seen.text;
for (const track of seen.found) {
    const kept = keys(track);
    if (track.kind === "d") {
        const animate = `<animate attributeName="d" dur="${length}" repeatCount="indefinite" values="${kept.map((i) => track.values[i]).join(";")}" ` +
            `keyTimes="${kept.map((i) => tidy(part(i), 4)).join(";")}"/>`;
        text = text.replace(new RegExp(`(<path [^>]*data-track="${track.name}"[^>]*?)/>`), `$1>${animate}</path>`);
        continue;
    }
    const steps = kept.map((i) => `${tidy(100 * part(i), 2)}%{${frame(track, i)}}`).join("");
    if (!same.has(steps)) {
        same.set(steps, track.name);
        moves.push(`@keyframes ${track.name}{${steps}}`);
    }
    moves.push(`.${track.name}{animation:${same.get(steps)} ${length} linear infinite}`);
}
const style = `${seen.rules}${moves.join("\n")}\n@media (prefers-reduced-motion:reduce){*{animation:none!important}}`;
text = text.replace("</svg>", `<style>${style.replaceAll("<", "")}</style></svg>`);
writeFileSync(out, `${text}\n`);
console.log(`animation: ${out}, ${text.length} bytes, ${times.length} instants`);
