import type { Page } from 'playwright-core'

/**
 * Presses Tab through a page and returns the controls that it passed by, one line each. Of parts that are one stop,
 * such as tabs and choices, any one counts for all: the arrow keys lead to the others.
 */
export async function unreached(page: Page): Promise<string[]> {
  const count = await page.evaluate(() => {
    const controls =
      'a[href], button, input, select, textarea, summary, [tabindex], [role=button], [role=slider]'
    const isUsable = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.closest('[inert], [aria-hidden=true]') &&
      !element.matches(':disabled, [tabindex="-1"]:not(button, input, a)')
    const found = [...document.querySelectorAll<HTMLElement>(controls)].filter(isUsable)
    for (const element of found) element.dataset.tab = 'awaited'
    document.addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLElement) target.dataset.tab = 'reached'
    })
    ;(document.activeElement as HTMLElement | null)?.blur()
    return found.length
  })
  // What is reached may bring more: rows of a list that scrolls.
  const limit = count + 30
  for (let press = 1; press <= limit; press++) {
    await page.keyboard.press('Tab')
    if (press >= count && press % 5 === 0 && (await passedBy(page)).length === 0) return []
  }
  return passedBy(page)
}

/** What has not been reached so far. */
const passedBy = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const groups =
      '[role=radiogroup], [role=tablist], [role=toolbar], [role=listbox], [role=menu], [role=grid]'
    const isReached = (parts: Iterable<Element>): boolean =>
      [...parts].some((part) => part instanceof HTMLElement && part.dataset.tab === 'reached')
    const isPassed = (element: HTMLElement): boolean => {
      if (element instanceof HTMLInputElement && element.type === 'radio')
        return !isReached(document.getElementsByName(element.name))
      // What a slider's marks set, its own arrow keys set too.
      const beside =
        element.parentElement?.parentElement?.querySelectorAll('[role=slider], [type=range]') ?? []
      if (element.tabIndex < 0 && isReached(beside)) return false
      const group = element.closest(groups)
      return group === null || !isReached(group.querySelectorAll('[data-tab]'))
    }
    return [...document.querySelectorAll<HTMLElement>('[data-tab=awaited]')]
      .filter(isPassed)
      .map((element) => element.outerHTML.slice(0, 160))
  })
