// Pages of the reference manual in a browser: what they show live is loaded when it is opened, and runs.
//
//   node tests/browser/reference.mjs PACKAGES SITE
//
// PACKAGES has node_modules, SITE is what `tools/docs/site --reference` makes.
import { spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

const [packages, site] = process.argv.slice(2).map((p) => resolve(p));
const { chromium } = createRequire(resolve(packages, "x"))("playwright-core");
const source = resolve(import.meta.dirname ?? ".", "../..");
let failures = 0;

function check(holds, what) {
    if (!holds) {
        console.log(`reference: FAILED: ${what}`);
        failures++;
    }
}

const server = spawn(process.execPath, [join(source, "web/serve.mjs"), site, "0"], { stdio: ["ignore", "pipe", "inherit"] });
const address = await new Promise((yes) => server.stdout.once("data", (d) => yes(String(d).trim().replace(/\/$/, ""))));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
           "--disable-component-update", "--disable-sync"] });

// A page of a class or of an example: nothing of the playground is asked for until its example is opened.
async function live(name, example) {
    const page = await browser.newPage({ viewport: { width: 1200, height: 900 } }), asked = [], said = [];
    page.on("request", (r) => { if (r.url().includes("/playground/")) asked.push(r.url()); });
    page.on("console", (m) => { if (m.type() === "error" && !m.location().url.endsWith("/favicon.ico")) said.push(m.text()); });
    page.on("pageerror", (e) => said.push(String(e)));
    await page.goto(`${address}/reference/${name}.html`);
    const summary = page.locator("details.live > summary");
    check(await summary.count() === 1, `${name} shows one example live`);
    await summary.scrollIntoViewIfNeeded();
    await page.waitForTimeout(300);
    check(asked.length === 0, `${name} loads nothing before it is opened: ${asked[0]}`);
    await summary.click();
    const frame = page.frameLocator("details.live > iframe");
    await frame.locator("#model[data-runs]").waitFor({ timeout: 120000, state: "attached" });
    check(await frame.locator("a.whole").getAttribute("href").then((h) => h.startsWith(`#example=${example}`)), `${name} runs ${example}`);
    check(await frame.locator("#model svg, #model canvas").count() > 0, `${name} shows the run`);
    check(said.length === 0, `${name} says nothing: ${said.slice(0, 2).join("; ")}`);
    await page.close();
}

// Of each class whose figure is that of an example, and of each example that the playground has.
function counted() {
    const folder = join(site, "reference"), examples = Object.keys(JSON.parse(readFileSync(join(site, "playground/examples.json"), "utf8")));
    const has = (stem) => examples.some((n) => n.replace(/\.[^.]*$/, "") === stem);
    let classes = 0, own = 0;
    for (const name of readdirSync(folder).filter((n) => n.endsWith(".html"))) {
        const text = readFileSync(join(folder, name), "utf8"), frames = text.split("<iframe").length - 1;
        const shown = text.match(/in the example <a href="([^"]+)\.html">/)?.[1], isExample = text.includes('<small class="kind">example');
        const wanted = isExample ? has(name.replace(/\.html$/, "")) : shown !== undefined && has(shown);
        check(frames === Number(wanted), `${name} has ${frames} live examples`);
        own += isExample ? frames : 0;
        classes += isExample ? 0 : frames;
    }
    check(classes > 0 && own > 0, "classes and examples are live");
    console.log(`reference: ${classes} classes and ${own} examples are live`);
}

try {
    counted();
    await live("Modelica.Mechanics.Translational.Components.ElastoGap", "ElastoGap");
    await live("BouncingMass", "BouncingMass");
} finally {
    await browser.close();
    server.kill();
}
console.log(failures ? `reference: ${failures} failures` : "reference: all is as it should be");
process.exit(failures ? 1 : 0);
