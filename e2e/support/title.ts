import type { Page } from 'playwright-core'

/** How the tab's title fails to name the page: it should begin with the page's heading and end with ours. */
export async function titleErrors(page: Page): Promise<string[]> {
  // Read in one moment: both change when a page learns what it is about.
  const { title, heading } = await page.evaluate(() => ({
    title: document.title,
    heading: [...document.querySelectorAll('h1')]
      .filter((one) => one.checkVisibility())
      // biome-ignore lint/performance/useDomNodeTextContent: what is shown, not what is in the tree
      .map((one) => one.innerText)
      .join(' and '),
  }))
  // Home and sign-in have no title but ours.
  const isNamed =
    heading === 'Plumb' ? title === 'Plumb' : title.startsWith(heading) && title.endsWith(' · Plumb')
  return isNamed && heading !== '' ? [] : [`titled "${title}" under the heading "${heading}"`]
}
