// Reports in a browser: clicks, keys and pixels, against the CSV of the same run.
//
//   node tests/browser/report.mjs ELASTOGAP PACKAGES FOLDER [PICTURES]
//
// PACKAGES has node_modules, FOLDER is for what comes up; PICTURES keeps screenshots.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";

import { Run } from "../../src/report/web/data.js";

const [program, packages, folder, pictures] = process.argv.slice(2).map((p) => resolve(p));
const { chromium } = createRequire(resolve(packages, "x"))("playwright-core");
const source = resolve(import.meta.dirname ?? ".", "../..");
let failures = 0;

function check(holds, what) {
    if (!holds) {
        console.log(`report: FAILED: ${what}`);
        failures++;
    }
}

// Rows of a plain CSV, without quotes within names.
function csv(path) {
    const lines = readFileSync(path, "utf8").trim().split("\n");
    return { names: lines[0].split(",").map((n) => n.replace(/^"|"$/g, "")), rows: lines.slice(1).map((l) => l.split(",")) };
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
           "--disable-component-update", "--disable-sync"] });

async function open(file, options = {}) {
    const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options });
    const page = await context.newPage(), said = [];
    page.on("console", (m) => { if (m.type() === "error" || m.type() === "warning") said.push(m.text()); });
    page.on("pageerror", (e) => said.push(String(e)));
    page.on("dialog", (d) => { said.push("dialog"); d.dismiss(); });
    page.on("request", (r) => { if (!/^(file|blob|data):/.test(r.url())) said.push(`request ${r.url()}`); });
    const begun = Date.now();
    await page.goto(`file://${resolve(folder, file)}`);
    await page.waitForFunction(() => document.documentElement.dataset.ready === "true", null, { timeout: 20000 }).catch(() => {});
    check(await page.evaluate(() => document.documentElement.dataset.ready === "true"), `${file} is ready`);
    return { page, said, took: Date.now() - begun, end: async () => {
        check(said.length === 0, `${file} says nothing: ${said.slice(0, 3).join("; ")}`);
        await context.close();
    } };
}

async function keep(page, name, options = {}) {
    if (pictures)
        await page.screenshot({ path: resolve(pictures, `${name}.png`), ...options });
}

function run(...words) {
    execFileSync(program, words, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
}

// Bodies of the diagram stand where the CSV has them, times the scale that the page tells: at each of these times
// compared with the first, to what three decimals of a pixel allow.
async function moved(page, all, times, names) {
    const scale = Number(await page.$eval("svg.diagram", (e) => e.dataset.scale));
    check(scale > 0, "the diagram has a scale");
    for (const name of names) {
        const column = all.names.indexOf(`${name}.flange_a.s`), found = [];
        for (const t of times) {
            await page.$eval("input[type=range]", (e, v) => { e.value = v; e.dispatchEvent(new Event("input")); }, t);
            const shown = Number(await page.textContent(".time").then((text) => text.replace(" s", "")));
            const x = await page.$eval(`[data-component="${name}"] .at`, (e) => Number(e.getAttribute("transform").match(/\(([^,]*)/)[1]));
            found.push({ t, x, shown, s: Number(all.rows.filter((r) => Number(r[0]) === t).pop()[column]) });
        }
        for (const f of found)
            check(Math.abs(f.shown - f.t) < 1e-12 && Math.abs(f.x - found[0].x - scale * (f.s - found[0].s)) < 1.1e-3,
                  `${name} at ${f.t} s stands at ${f.x} px, and in the CSV at ${f.s} m (${scale} px/m from ${found[0].x} px, ${found[0].s} m)`);
        check(found.some((f) => Math.abs(f.x - found[0].x) > 1), `${name} is seen to move`);
    }
}

// ---------------------------------------------------------------- ElastoGap: events, keys, names

async function elastoGap() {
    run("simulate", `${source}/examples/ElastoGap.mo`, "--report", "ElastoGap.html", "--events", "events.csv");
    check(statSync(`${folder}/ElastoGap.html`).size < 350000, "ElastoGap's report is less than 350 kB");
    const { page, end } = await open("ElastoGap.html"), events = csv(`${folder}/events.csv`).rows, all = csv(`${folder}/ElastoGap.csv`);
    const rows = await page.$$eval("table.events tbody tr", (trs) => trs.map((tr) => [...tr.cells].map((c) => c.textContent)));
    check(rows.length === events.length, "the table has all events");
    events.forEach(([time, component], i) => {
        const column = all.names.indexOf(`${component.replaceAll("\"", "")}.f`), sides = all.rows.filter((r) => Number(r[0]) === Number(time));
        check(rows[i]?.[0] === String(Number(time)), `time of event ${i}`);
        check(Number(rows[i]?.[3]) === Number(sides[0][column]), `force before event ${i}: ${rows[i]?.[3]}, CSV ${sides[0][column]}`);
        check(Number(rows[i]?.[4]) === Number(sides[1][column]), `force behind event ${i}`);
    });
    await page.click("table.events tbody tr:nth-child(3) button");
    check((await page.textContent(".time")).startsWith(String(Number(events[2][0]))), "a click shows the time of the event");
    check(await page.$eval("table.events tbody tr:nth-child(3)", (tr) => tr.hasAttribute("aria-current")), "the row is marked");
    const shown = await page.$$eval(".entry", (es) => es.map((e) => [e.children[0].textContent, e.children[1].textContent]));
    const name = `${events[2][1].replaceAll("\"", "")}.f`, mine = shown.find((s) => s[0] === name);
    const values = all.rows.filter((r) => Number(r[0]) === Number(events[2][0])).map((r) => String(Number(r[all.names.indexOf(name)])));
    check(mine && values.every((v) => mine[1].includes(v)), `the plot tells ${name} as the CSV has it: ${mine?.[1]}, ${values}`);
    await page.evaluate(() => document.activeElement.blur());
    const time = async () => Number((await page.textContent(".time")).replace(" s", ""));
    await page.keyboard.press("n");
    check(await time() === Number(events[3][0]), "n goes to the next event");
    await page.keyboard.press("p");
    check(await time() === Number(events[2][0]), "p goes back");
    await page.keyboard.press("End");
    check(await time() === 5, "end goes to the end");
    await page.keyboard.press("Home");
    check(await time() === 0, "home goes to the start");
    await page.keyboard.press("ArrowRight");
    check(Math.abs(await time() - 0.05) < 1e-12, "an arrow moves");
    const bodies = () => page.$$eval(".mass .at", (es) => es.map((e) => e.getAttribute("transform")).join()), before = await bodies();
    await page.keyboard.press(" ");
    await page.waitForTimeout(400);
    await page.keyboard.press(" ");
    check(before !== await bodies(), "bodies move");
    await moved(page, all, events.map((e) => Number(e[0])), ["mass1", "mass2"]);
    check(await page.$$eval("button, input, select", (es) => es.every((e) => e.textContent.trim() || e.ariaLabel || e.labels?.length)), "all controls have names");
    for (const [i, t] of [0.3, 1.1, 2.45].entries()) {
        await page.$eval("input[type=range]", (e, v) => { e.value = v; e.dispatchEvent(new Event("input")); }, t);
        if (pictures)
            await page.locator("section").first().screenshot({ path: resolve(pictures, `report-motion-${i + 1}.png`) });
        if (i === 1) {
            await page.evaluate(() => scrollTo(0, 0));
            await keep(page, "report-ElastoGap");
        }
    }
    await page.click("summary:has-text('Add a plot')");
    await page.waitForSelector(".signals li");
    await page.fill("input[aria-label='Search signals']", "mass2.v");
    await page.check(".signals input");
    await page.fill("input[aria-label='Plot over']", "mass2.s");
    await page.click("button:text-is('Plot')");
    check(await page.locator(".plot").count() >= 3, "a plot over a signal is added");
    await page.click("summary:has-text('Loops of force')");
    await page.waitForTimeout(200);
    const [file] = await Promise.all([page.waitForEvent("download"), page.click("button:has-text('as CSV')")]);
    await file.saveAs(`${folder}/downloaded.csv`);
    const again = csv(`${folder}/downloaded.csv`);
    check(again.rows.length === all.rows.length && again.rows.every((r, i) => r.every((v, k) => Number(v) === Number(all.rows[i][k]))),
          "the CSV of the page is that of the run, number by number");
    await end();
    const paper = await open("ElastoGap.html");
    await paper.page.emulateMedia({ media: "print" });
    check(await paper.page.locator("table.events tbody tr:first-child button").isVisible(), "times of events are printed");
    check(!await paper.page.locator("button.main").isVisible(), "what is to be pressed is not");
    await paper.end();
    const phone = await open("ElastoGap.html", { viewport: { width: 360, height: 740 } });
    check(await phone.page.evaluate(() => document.documentElement.scrollWidth <= 360), "a phone need not scroll sideways");
    await keep(phone.page, "report-phone");
    await phone.end();
    const dark = await open("ElastoGap.html", { colorScheme: "dark" });
    await dark.page.keyboard.press("n");
    await keep(dark.page, "report-dark");
    await dark.end();
}

// ---------------------------------------------------------------- whatever comes from models is text

async function hostile() {
    const evil = "</script><script>alert(1)</script>\"'&<img src=x onerror=alert(2)>";
    const quoted = evil.replaceAll("\"", "\"\"");
    writeFileSync(`${folder}/evil.csv`, `"time","${quoted}","b.flange_a.s","b.flange_b.s","ä€"\n0,0,0,1,5\n1,nan,1,2,5\n1,3,1,2,inf\n2,-inf,0,1,5\n`);
    run("report", "evil.csv", "evil.csv", "--label", evil, "--label", "b", "--title", evil, "-o", "evil.html");
    const { page, end } = await open("evil.html");
    check(await page.textContent("h1") === evil, "a title is shown as it is");
    await page.click("summary:has-text('Add a plot')");
    await page.waitForSelector(".signals li");
    check((await page.textContent(".signals")).includes(evil), "a name is shown as it is");
    check(await page.$("img") === null, "no markup comes of names");
    await end();
    writeFileSync(`${folder}/one.csv`, "\"time\",\"x\"\n0,1\n");
    run("report", "one.csv", "-o", "one.html");
    await (await open("one.html")).end();
    const names = Array.from({ length: 500 }, (_, i) => `"a${i}.x"`);
    writeFileSync(`${folder}/many.csv`, `"time",${names.join()}\n0,${names.map((_, i) => i).join()}\n1,${names.map((_, i) => -i).join()}\n`);
    run("report", "many.csv", "evil.csv", "-o", "many.html");
    await (await open("many.html")).end();
}

// ---------------------------------------------------------------- a million rows

async function million() {
    const rows = ["\"time\",\"x\",\"y\""];
    let seed = 7;
    for (let i = 0; i < 1000000; i++) {
        seed = (seed * 16807) % 2147483647;
        const spike = seed % 50021 === 0 ? 3 + seed / 2147483647 : 0;
        rows.push(`${i / 1000},${(Math.sin(i / 3000) + spike).toFixed(6)},${(Math.cos(i / 7)).toFixed(6)}`);
    }
    writeFileSync(`${folder}/million.csv`, `${rows.join("\n")}\n`);
    run("report", "million.csv", "-o", "million.html");
    check(statSync(`${folder}/million.html`).size < 5e6, "a million rows take less than 5 MB");
    const { page, took, end } = await open("million.html");
    check(took < 3000, `a million rows are interactive in 3 s: ${took} ms`);
    const PIXELS = 1100; // what is drawn, as a picture of that width has it: least and greatest value of each column
    const html = readFileSync(`${folder}/million.html`, "utf8"), part = (id) => html.match(new RegExp(`id="${id}">(.*?)</script>`, "s"))[1];
    const run0 = new Run(JSON.parse(part("report")).runs[0], part("data0")), kept = { time: run0.time, x: run0.values("x") };
    const extremes = Array.from({ length: PIXELS }, () => [Infinity, -Infinity]);
    kept.time.forEach((t, i) => {
        const e = extremes[Math.min(PIXELS - 1, Math.floor(t / 999.999 * PIXELS))];
        e[0] = Math.min(e[0], kept.x[i]);
        e[1] = Math.max(e[1], kept.x[i]);
    });
    const tall = 5 / 300; // a pixel of a plot of 300 that shows -1 to 4
    let missed = 0;
    for (let i = 1; i <= 1000000; i++) {
        const [t, x] = rows[i].split(",", 2).map(Number), at = Math.min(PIXELS - 1, Math.floor(t / 999.999 * PIXELS));
        let inside = false;
        for (let k = Math.max(0, at - 1); k <= Math.min(PIXELS - 1, at + 1); k++)
            inside ||= x >= extremes[k][0] - tall && x <= extremes[k][1] + tall;
        missed += !inside;
    }
    check(missed === 0, `${missed} rows are further than a pixel from what is drawn`);
    console.log(`report: a million rows: ${statSync(`${folder}/million.html`).size} bytes, ready in ${took} ms`);
    await end();
}

async function examples() {
    const masses = Array.from({ length: 50 }, (_, i) => i + 1);
    writeFileSync(`${folder}/Chain.mo`, `model Chain "Fifty masses with gaps between them"
  import Modelica.Mechanics.Translational.Components;
${masses.map((i) => `  Components.Mass m${i}(m = 1, L = 0, s(start = ${i * 0.02}, fixed = true), v(start = ${i === 1 ? 1 : 0}, fixed = true));
${i > 1 ? `  Components.ElastoGap g${i}(c = 1e5, d = 50, s_rel0 = 0.015);
` : ""}`).join("")}equation
${masses.slice(1).map((i) => `  connect(m${i - 1}.flange_b, g${i}.flange_a);
  connect(g${i}.flange_b, m${i}.flange_a);
`).join("")}  annotation(experiment(StopTime = 0.5));
end Chain;
`);
    run("simulate", "Chain.mo", "--report", "Chain.html");
    const chain = await open("Chain.html");
    await chain.page.keyboard.press("n");
    await keep(chain.page, "report-Chain");
    await moved(chain.page, csv(`${folder}/Chain.csv`), [0, 0.1, 0.5], ["m1"]); // whose left flange is free
    await chain.end();
    for (const name of ["HeatLosses", "Rattle", "Drop"].filter((n) => { try { return statSync(`${source}/examples/${n}.mo`); } catch { return false; } })) {
        run("simulate", `${source}/examples/${name}.mo`, "--report", `${name}.html`);
        const { page, end } = await open(`${name}.html`);
        await page.keyboard.press("n");
        await keep(page, `report-${name}`);
        await end();
    }
}

// ---------------------------------------------------------------- bands of many runs

// Straight lines of known slopes: run k is k*t, so that at any time the median is that of the slopes times t.
async function bands() {
    const files = Array.from({ length: 13 }, (_, k) => `line${k}.csv`);
    files.forEach((f, k) => writeFileSync(`${folder}/${f}`, `"time","x","y"\n0,0,0\n${1 + k / 13},${k * (1 + k / 13)},1\n2,${2 * k},2\n`));
    run("report", ...files, "--chosen", "line4.csv", "-o", "bands.html");
    const { page, end } = await open("bands.html");
    await page.$eval("input[type=range]", (e) => { e.value = 1.5; e.dispatchEvent(new Event("input")); });
    const entries = await page.$$eval(".entry", (es) => es.map((e) => [e.children[0].textContent, e.children[1].textContent]));
    check(entries.some(([n, v]) => n === "x, median of 13 runs" && v === "9 (half of them 4.5 to 13.5, all 0 to 18)"), `the legend tells the bands: ${entries[0]}`);
    check(entries.some(([n, v]) => n === "x, line4" && Number(v) === 6), `the chosen run has a line: ${entries[1]}`);
    // A column of pixels at 1.54 s, where all runs reach 18.5, half of them lie from 4.6 to 13.9, and no grid is.
    const seen = await page.evaluate(() => {
        const c = document.querySelector(".plot canvas"), over = document.querySelector(".plot .u-over"), r = devicePixelRatio;
        const high = Math.round(r * over.offsetHeight);
        const column = c.getContext("2d").getImageData(r * (over.offsetLeft + 0.77 * over.offsetWidth), r * over.offsetTop, 1, high).data;
        return [0.85, 0.62, 0.45].map((share) => column[4 * Math.round((1 - share) * high) + 3]); // of a height of some 27
    });
    check(seen[0] === 0 && seen[1] > 0 && seen[2] > seen[1], `bands are drawn: opacities ${seen}`);
    await keep(page, "report-bands");
    await end();
}

// ---------------------------------------------------------------- several runs, one of them shown

async function several() {
    for (const d of ["0.2", "1"])
        run("simulate", `${source}/examples/ElastoGap.mo`, "--set", `elastoGap1.d=${d}`, "--set", `elastoGap2.d=${d}`, "-o", `d${d}.csv`);
    run("report", "d0.2.csv", "d1.csv", "-o", "several.html");
    const { page, end } = await open("several.html");
    const first = () => page.textContent("table.events tbody td"), sides = (file) => {
        const { rows } = csv(`${folder}/${file}`);
        return rows.filter((r, i) => i > 0 && r[0] === rows[i - 1][0])[1][0];
    };
    const second = () => page.textContent("table.events tbody tr:nth-child(2) td"), body = () => page.$$eval(".lanes .body", (es) => es.map((e) => e.getAttribute("x")).join());
    check(await page.$$eval(".which option", (es) => es.map((e) => e.textContent).join()) === "d0.2,d1", "runs can be chosen");
    await page.$eval("input[type=range]", (e) => { e.value = 1.12; e.dispatchEvent(new Event("input")); });
    const before = [await first(), await body()];
    check(await second() === String(Number(sides("d0.2.csv"))), "events are those of the first run");
    await page.selectOption(".which select", "1");
    check(await second() === String(Number(sides("d1.csv"))) && before[1] !== await body(), "events and motion are those of the run that was chosen");
    check((await page.textContent(".time")) === "1.12 s", "the time stays");
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press("r");
    check(before[0] === await first() && before[1] === await body(), "r shows the next run");
    await end();
}

// ---------------------------------------------------------------- models of all kinds

// Their pages say nothing, and what they draw has a place, at some instants and on a phone.
async function kinds() {
    const folderOf = `${source}/examples`;
    run("fmu", `${folderOf}/ElastoGap.mo`, "-o", "ElastoGap.fmu");
    const models = ["Suspension.mo", "Backlash.mo", "Coupling.mo", "RollingCart.mo", "Cradle.mo", "ElastoGap.dyad", "HoistDyad.mo",
                    "Wagons.emx", "BouncingBall.mo", "GapInEquations.mo"].map((n) => `${folderOf}/${n}`);
    for (const [i, model] of [...models, "ElastoGap.fmu"].entries()) {
        run("simulate", model, "-o", "kind.csv", "--report", `kind${i}.html`);
        for (const viewport of [{ width: 1200, height: 900 }, { width: 360, height: 740 }]) {
            const { page, end } = await open(`kind${i}.html`, { viewport });
            for (const share of [0, 0.37, 1]) {
                await page.$eval("input[type=range]", (e, s) => { e.value = Number(e.min) + s * (e.max - e.min); e.dispatchEvent(new Event("input")); }, share);
                const lost = await page.$$eval("svg *", (es) => es.filter((e) => [...e.attributes].some((a) => /NaN|Infinity|undefined/.test(a.value))).length);
                check(lost === 0, `${model} at ${share}: ${lost} elements have no place`);
            }
            check(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${model}: ${viewport.width} wide, it scrolls sideways`);
            await end();
        }
    }
    // Names do not meet while their components do.
    for (const name of ["BumpStop", "SeriesContact", "BouncingMass"]) {
        run("simulate", `${folderOf}/${name}.mo`, "-o", "close.csv", "--report", "close.html");
        const { page, end } = await open("close.html");
        for (let k = 0; k <= 20; k++) {
            await page.$eval("input[type=range]", (e, s) => { e.value = Number(e.min) + s * (e.max - e.min); e.dispatchEvent(new Event("input")); }, k / 20);
            const met = await page.$$eval("svg.diagram .component text.name, svg.diagram .component text.value", (es) => {
                const boxes = es.map((e) => e.getBoundingClientRect());
                return boxes.some((a, i) => boxes.some((b, n) => n < i && a.left < b.right && b.left < a.right && a.top + 2 < b.bottom && b.top + 2 < a.bottom));
            });
            check(!met, `${name}: texts meet at ${k} of 20`);
        }
        await end();
    }
    // Signals that do not say what moves: the diagram stays, and stands still.
    run("simulate", `${folderOf}/ElastoGap.mo`, "--signals", "*.v", "-o", "few.csv", "--report", "few.html");
    const few = await open("few.html");
    check(await few.page.locator("#network svg").count() === 1, "a diagram without its signals stands still");
    await few.end();
}

for (const part of [elastoGap, hostile, million, examples, bands, several, kinds])
    await part().catch((e) => check(false, `${part.name}: ${e}`));
await browser.close();
console.log(failures === 0 ? "report: all that was tried holds" : `report: ${failures} failures`);
process.exit(failures === 0 ? 0 : 1);
