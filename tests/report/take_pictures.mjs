// take_pictures.mjs PROGRAM NODE_MODULES FOLDER: the pictures of reports in the documentation. By hand, after a change that can
// be seen:
//
//   node tests/report/take_pictures.mjs build/release/bin/saltus build/release/tests/report/node_modules docs/reference/pictures

import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [program, modules, folder] = process.argv.slice(2).map((path) => resolve(path));
const { chromium } = createRequire(join(modules, "/"))(join(modules, "playwright-core"));
const work = mkdtempSync(join(tmpdir(), "saltus-pictures-"));
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });

for (const model of ["clutch", "rectifier"]) {
  execFileSync(program, ["run", `gallery:${model}`, "--report", `${model}.html`, "--quiet"], { cwd: work });
  for (const colorScheme of ["light", "dark"]) {
    const page = await browser.newPage({ viewport: { width: 1440, height: model === "clutch" ? 1010 : 1140 }, colorScheme });
    await page.goto(pathToFileURL(join(work, `${model}.html`)).href);
    await page.waitForSelector("body[data-ready]");
    await page.waitForTimeout(300);
    await page.screenshot({ path: join(folder, `report-${model}-${colorScheme}.png`) });
    if (colorScheme === "light" && model === "rectifier") {
      await page.locator(".node").nth(1).click();
      await page.locator(".rows .row").nth(5).click();
      await page.evaluate(() => scrollTo(0, 0));
      await page.mouse.move(0, 0);
      await page.waitForTimeout(300);
      await page.screenshot({ path: join(folder, "report-event.png") });
      await page.keyboard.press("Escape");
      await page.locator("#diagram-section").screenshot({ path: join(folder, "report-diagram.png") });
    }
    await page.close();
  }
}
await browser.close();
