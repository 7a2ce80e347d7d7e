import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** Rules whose findings axe itself rates as moderate or minor: nothing they say is asked for, and they are half of its work. */
const LESSER = [
  ...[
    'aria-allowed-role',
    'empty-heading',
    'empty-table-header',
    'form-field-multiple-labels',
    'heading-order',
  ],
  ...['image-redundant-alt', 'landmark-banner-is-top-level', 'landmark-complementary-is-top-level'],
  ...['landmark-contentinfo-is-top-level', 'landmark-main-is-top-level', 'landmark-no-duplicate-banner'],
  ...[
    'landmark-no-duplicate-contentinfo',
    'landmark-no-duplicate-main',
    'landmark-one-main',
    'landmark-unique',
  ],
  ...['page-has-heading-one', 'presentation-role-conflict', 'region', 'skip-link', 'table-duplicate-name'],
]

/** What axe finds on the page as it stands, serious or critical only, one line each. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // A color on its way from one to another has the contrast of neither.
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    const changing = document.getAnimations().filter((one) => one instanceof CSSTransition)
    await Promise.all(changing.map(({ finished }) => finished.catch(() => undefined)))
  })
  // Its script is half a megabyte: a document in which it ran before has it already.
  const isThere = await page.evaluate(() => 'axe' in window)
  const { violations } = await new AxeBuilder({ page, ...(isThere && { axeSource: 'void 0' }) })
    // In the page itself, not in a second one: there are no frames of other origins here.
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .disableRules(LESSER)
    .analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.html.slice(0, 120)}`),
    )
}
