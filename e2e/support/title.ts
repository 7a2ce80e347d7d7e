import type { Page } from 'playwright-core'

/** How the tab's title fails to name the page: it should begin with the page's heading and end with ours. */
export async function titleFaults(page: Page): Promise<string[]> {
  const title = await page.title()
  const heading = (await page.getByRole('heading', { level: 1 }).allInnerTexts()).join(' and ')
  // Home and sign-in have no title but ours.
  const isNamed =
    heading === 'Plumb' ? title === 'Plumb' : title.startsWith(heading) && title.endsWith(' · Plumb')
  return isNamed && heading !== '' ? [] : [`titled "${title}" under the heading "${heading}"`]
}
