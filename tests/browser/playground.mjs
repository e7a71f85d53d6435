// The playground in a browser: its laws while sliders are dragged, its models, mistakes at their place, and no network.
//
//   node tests/browser/playground.mjs ELASTOGAP PACKAGES PLAYGROUND FOLDER [PICTURES]
//
// PACKAGES has node_modules, PLAYGROUND is what `make web` makes, FOLDER is for what comes up; PICTURES keeps screenshots.
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { request } from "node:http";
import { join, resolve } from "node:path";

const [program, packages, playground, folder, pictures] = process.argv.slice(2).map((p) => resolve(p));
const { chromium } = createRequire(resolve(packages, "x"))("playwright-core");
const source = resolve(import.meta.dirname ?? ".", "../..");
let failures = 0;

function check(holds, what) {
    if (!holds) {
        console.log(`playground: FAILED: ${what}`);
        failures++;
    }
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const server = spawn(process.execPath, [join(source, "web/serve.mjs"), playground, "0"], { stdio: ["ignore", "pipe", "inherit"] });
const address = await new Promise((yes) => server.stdout.once("data", (d) => yes(String(d).trim())));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
           "--disable-component-update", "--disable-sync"] });

async function open(fragment, options = {}, said = []) {
    const context = await browser.newContext({ viewport: { width: 1600, height: 1000 }, ...options });
    const page = await context.newPage();
    page.on("console", (m) => { if (m.type() === "error" || m.type() === "warning") said.push(m.text()); });
    page.on("pageerror", (e) => said.push(String(e)));
    page.on("request", (r) => { if (!r.url().startsWith(address) && !/^(blob|data):/.test(r.url())) said.push(`request ${r.url()}`); });
    await page.goto(`${address}${fragment}`);
    return { page, context, end: async () => {
        check(said.length === 0, `${fragment || "the page"} says nothing: ${said.slice(0, 3).join("; ")}`);
        await context.close();
    } };
}

async function keep(page, name) {
    if (pictures) {
        mkdirSync(pictures, { recursive: true });
        await page.screenshot({ path: join(pictures, `${name}.png`) });
    }
}

const settled = (page, count = 1) => page.waitForFunction((n) => Number(document.getElementById("law").dataset.settled ?? 0) >= n, count, { timeout: 60000 });
const ran = (page, count = 1) => page.waitForFunction((n) => Number(document.getElementById("model").dataset.runs ?? 0) >= n, count, { timeout: 120000 });
const overflows = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

// ---------------------------------------------------------------- the server

// Of what it is asked for, under another name of this machine or not.
function get(path, headers = {}) {
    return new Promise((yes) => request(`${address.replace(/\/$/, "")}${path}`, { headers }, (r) => {
        r.resume();
        r.on("end", () => yes({ status: r.statusCode, headers: r.headers }));
    }).end());
}

async function served() {
    const wasm = await get("/elastogap.wasm", { "accept-encoding": "br" });
    check(wasm.headers["content-type"] === "application/wasm" && wasm.headers["content-encoding"] === "br", "the core has its type and is packed");
    check(Number(wasm.headers["content-length"]) < 1.2e6, `the core has less than 1.2 MB: ${wasm.headers["content-length"]}`);
    check((await get("/elastogap.wasm", { "accept-encoding": "br", "if-none-match": wasm.headers.etag })).status === 304, "what is known is not sent again");
    check((await get("/../../../../etc/passwd")).status === 404 && (await get("/%2e%2e/CMakeCache.txt")).status === 404, "nothing outside is served");
    check((await get("/", { host: "elsewhere.example" })).status === 403, "other names that lead here are refused");
}

// ---------------------------------------------------------------- laws

// Frames while a slider goes to and fro, one step a frame: how long each takes of the page's own time. What the
// machine does in between to others is left out by the median and the ninth decile.
async function drag(page, id) {
    return page.evaluate((slider) => new Promise((done) => {
        const e = document.getElementById(slider), took = [], begun = Number(e.value);
        let k = 0, events = 0;
        const step = () => {
            const t = performance.now();
            e.value = String(Math.max(0, Math.min(1000, begun + Math.round(200 * Math.sin(k / 10)))));
            e.dispatchEvent(new Event("input", { bubbles: true }));
            events += performance.now() - t;
            requestAnimationFrame(() => {
                const frame = performance.now();
                setTimeout(() => { // behind the frame's layout, drawing and the answers that came
                    took.push(performance.now() - frame);
                    if (++k < 120)
                        requestAnimationFrame(step);
                    else
                        done({ took: took.sort((a, b) => a - b), event: events / k });
                });
            });
        };
        step();
    }), id);
}

async function laws() {
    const { page, end } = await open("");
    await page.waitForFunction(() => document.documentElement.dataset.picture, null, { timeout: 60000 });
    const cold = Number(await page.evaluate(() => document.documentElement.dataset.picture));
    await settled(page);
    await keep(page, "law-before");
    const facts = () => page.textContent(".outcome .facts"), before = await facts();
    const told = await page.$eval("#slider-c", (e) => [e.getAttribute("aria-label"), e.getAttribute("aria-valuetext")]);
    check(told[0] === "stiffness c in N/m" && told[1] === "100000 N/m", `sliders are told with units: ${told}`);
    const longest = page.evaluate(() => new Promise((yes) => {
        const all = [];
        new PerformanceObserver((l) => all.push(...l.getEntries().map((e) => e.duration))).observe({ type: "longtask" });
        setTimeout(() => yes(all), 3000);
    }));
    const { took, event } = await drag(page, "slider-d"), at = (q) => took[Math.floor(q * (took.length - 1))];
    console.log(`playground: first picture ${cold} ms; a drag: ${event.toFixed(2)} ms an event, ${at(0.5).toFixed(1)} ms a frame ` +
        `(nine of ten below ${at(0.9).toFixed(1)}, longest ${at(1).toFixed(1)}), ${(await longest).length} tasks above 50 ms`);
    check(at(0.5) < 16, `a drag takes ${at(0.5)} ms a frame`);
    check(cold < Number(process.env.FIRST_PICTURE ?? 1000), `the first picture comes after ${cold} ms`);
    await settled(page, 2);
    // The facts are those of the native program.
    await page.fill("#law .field:has(#slider-d) input[type=text]", "250");
    await page.keyboard.press("Tab");
    await page.waitForTimeout(100);
    await page.waitForFunction(() => location.hash.includes("d=250"));
    check(before !== await facts(), "the facts follow the slider");
    const csv = execFileSync(program, ["law", "table", "elasto-gap", "--c", "1e5", "--d", "250", "--mass", "1", "--speed", "1", "--load", "9.81", "--csv"], { encoding: "utf8" });
    const native = csv.trim().split("\n")[1].split(","), shown = (await facts()).match(/restitution ([\d.e-]+)/)?.[1];
    check(Math.abs(Number(native[6]) - Number(shown)) <= 1e-6 * Number(native[6]), `restitution ${shown}, at home ${native[6]}`);
    await keep(page, "law-after");
    await page.selectOption("#law-choice", { label: "smooth-transition" });
    await page.check("#law .check input");
    await page.waitForFunction(() => location.hash.includes("law=smooth-transition") && location.hash.includes("transition=0.001"));
    check(await page.isVisible("#slider-transition") && !await page.isVisible("#slider-e"), "a law shows the constants that it takes");
    await page.selectOption("#law-choice", { label: "restitution" });
    await page.waitForFunction(() => document.querySelector(".outcome .facts").textContent.includes("takes no time"));
    check((await page.textContent(".outcome .facts")).startsWith("restitution 0.6"), "the rigid law gives what it is given");
    await page.focus("#slider-e");
    await page.keyboard.press("ArrowRight");
    check(Number(await page.inputValue("#law .field:has(#slider-e) input[type=text]")) > 0.6, "a slider goes by keys");
    await end();
}

// ---------------------------------------------------------------- models

async function models() {
    const { page, context, end } = await open("#example=ElastoGap");
    await ran(page);
    await page.waitForSelector("svg.diagram");
    await keep(page, "model");
    // All digits are the native ones, to round-off of libm.
    execFileSync(program, ["simulate", join(source, "examples/ElastoGap.mo"), "-o", join(folder, "native.csv")], { stdio: "ignore" });
    const coming = page.waitForEvent("download");
    await page.click("button:has-text('CSV'):not(.report button)");
    const path = await (await coming).path(), rows = (t) => t.trim().split("\n").slice(1).map((l) => l.split(",").map(Number));
    const a = rows(readFileSync(join(folder, "native.csv"), "utf8")), b = rows(readFileSync(path, "utf8"));
    const scale = a[0].map((_, i) => Math.max(...a.map((r) => Math.abs(r[i]))) || 1);
    check(a.length === b.length && a.every((r, k) => r.every((v, i) => Math.abs(v - b[k][i]) <= 1e-12 * scale[i])), "the run has the numbers of the native program");
    // It moves.
    const place = () => page.$eval("[data-component=mass1] .at", (e) => e.getAttribute("transform"));
    const rest = await place();
    await page.$eval(".transport input[type=range]", (e) => { e.value = 0.5; e.dispatchEvent(new Event("input")); });
    check(rest !== await place(), "the diagram moves");
    // A mistake is shown at its place, while one writes.
    const write = async (t) => {
        await page.click(".cm-content");
        await page.keyboard.press("Control+a");
        await page.keyboard.insertText(t);
    };
    const text = readFileSync(join(source, "examples/ElastoGap.mo"), "utf8");
    const named = text.match(/ElastoGap (\w+)\(/)[0];
    const wrong = text.replace(named, `${named}stiffness=1, `), lines = wrong.split("\n"), line = lines.findIndex((l) => l.includes("stiffness=1"));
    await write(wrong);
    await page.waitForSelector(".messages .error");
    check((await page.textContent(".messages .error .place")) === `${line + 1}:${lines[line].indexOf("stiffness") + 1}`, `the mistake has its place: ${await page.textContent(".messages .error")}`);
    check((await page.textContent(".messages .remedy")).startsWith("remedy: it has: c, d"), "and its remedy");
    check(await page.textContent(".cm-lintRange-error") === "stiffness", "it is marked in the text");
    await keep(page, "mistake");
    await write(text);
    await page.waitForFunction(() => !document.querySelector(".messages .error"));
    // The plots that were chosen stay for the next run.
    const plots = await page.$$eval(".plot", (e) => e.length);
    await page.click(".report button.quiet >> nth=0");
    await page.click(".cm-content");
    await page.keyboard.press("Control+Enter");
    await ran(page, 2);
    check(await page.$$eval(".plot", (e) => e.length) < plots, "plots stay as they were chosen");
    // What was written is in the address: another page shows it.
    await write(`// größer als π\n${text}`);
    await page.waitForFunction(() => location.hash.includes("text="));
    const link = await page.evaluate(() => location.hash);
    const other = await context.newPage();
    await other.goto(`${address}${link}`);
    await ran(other);
    check((await other.textContent(".cm-line")) === "// größer als π", "a link brings the text");
    await other.close();
    // A run that does not end is stopped, and the next one runs.
    const endless = "model Endless\n  Real x[200](each start = 1, each fixed = true), y[200](each start = 0, each fixed = true);\nequation\n" +
        "  for i in 1:200 loop\n    der(x[i]) = 100*y[i];\n    der(y[i]) = -100*sin(i*x[i]);\n  end for;\n" +
        "  annotation(experiment(StopTime = 1e6, Interval = 1e3));\nend Endless;\n";
    await write(endless);
    await page.click("button:has-text('Run')");
    await page.waitForFunction(() => !document.querySelector(".tools progress").hidden);
    await page.waitForTimeout(300);
    await page.click("button:has-text('Stop')");
    await ran(page, 3);
    check((await page.textContent("#model .status")).startsWith("Stopped"), `a run can be stopped: ${await page.textContent("#model .status")}`);
    await page.selectOption("#example", "Replay.mo"); // with files beside it
    await ran(page, 4);
    check(!await page.$(".messages .error") && await page.$(".plot"), `another one runs then: ${await page.textContent(".messages")}`);
    await end();
}

// ---------------------------------------------------------------- no network, other sizes

async function offline() {
    const said = [], { page, context, end } = await open("", {}, said);
    await settled(page);
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated"); // all is kept then
    await context.setOffline(true);
    server.kill();
    await page.reload();
    await settled(page);
    const warm = Number(await page.evaluate(() => document.documentElement.dataset.picture));
    console.log(`playground: without a network the first picture comes after ${warm} ms`);
    await page.click("#tab-model");
    await ran(page);
    check(await page.$("svg.diagram"), "models run without a network");
    await end();
}

async function sizes() {
    for (const [name, options] of [["narrow", { viewport: { width: 400, height: 860 } }], ["dark", { colorScheme: "dark" }],
                                   ["narrow-dark", { colorScheme: "dark", viewport: { width: 400, height: 860 } }]]) {
        const { page, end } = await open("", options);
        await settled(page);
        check(await overflows(page) <= 0, `${name}: laws fit in their width: ${await overflows(page)} px over`);
        await keep(page, `law-${name}`);
        await page.click("#tab-model");
        await ran(page);
        check(await overflows(page) <= 0, `${name}: models fit in their width: ${await overflows(page)} px over`);
        await keep(page, `model-${name}`);
        await end();
    }
    // Long words, as German has them, break.
    const { page, end } = await open("#law=hertz", { viewport: { width: 400, height: 860 } });
    await settled(page);
    await page.$$eval("label, figcaption, .facts, button", (all) => all.forEach((e) => { if (e.children.length === 0) e.textContent = "Kontaktkraftbegrenzungskennlinie Geschwindigkeitsaufnehmer"; }));
    check(await overflows(page) <= 0, `long words fit: ${await overflows(page)} px over`);
    await end();
    const embedded = await open("#embed&example=BouncingMass&engine=exact", { viewport: { width: 700, height: 600 } });
    await ran(embedded.page);
    check(!await embedded.page.isVisible("footer") && await embedded.page.isVisible("a.whole"), "what is embedded is the bench alone");
    check((await embedded.page.getAttribute("a.whole", "href")).startsWith("#example=BouncingMass"), "and leads to the whole");
    await keep(embedded.page, "embedded");
    await embedded.end();
    const unknown = await open("#example=NoSuch&text=%25%25");
    await ran(unknown.page);
    await unknown.end();
}

// What throws fails too, and leaves neither browser nor server behind.
try {
    for (const part of [served, laws, models, sizes, offline])
        await part();
} catch (e) {
    check(false, e.stack);
}
await browser.close();
server.kill();
console.log(failures ? `playground: ${failures} failures` : "playground: all that was tried holds");
process.exit(failures ? 1 : 0);
