import type { Locator } from 'playwright-core'

/**
 * The figures in a place that a screen reader says without a name: no word before or beside them in the same cell, row or
 * button, no heading of their column, and no name of the group or figure that they are in.
 */
export const unnamedFigures = (place: Locator): Promise<string[]> =>
  place.evaluate((root) => {
    const isSpoken = (text: Node) =>
      text.parentElement!.checkVisibility({ visibilityProperty: true }) &&
      !text.parentElement!.closest('[aria-hidden=true]')
    const textsIn = (element: Element): Text[] => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      const found: Text[] = []
      while (walker.nextNode()) found.push(walker.currentNode as Text)
      return found.filter(isSpoken)
    }
    // Codes of currencies are capitals; a word is more.
    const isWord = (text: string | null | undefined) => /\p{Ll}{2}/u.test(text ?? '')
    const headOf = (cell: Element): string => {
      if (cell.matches('dd')) {
        const beside = cell.parentElement!.matches('dl') ? cell.previousElementSibling : undefined
        return (beside ?? cell.parentElement!.querySelector('dt'))?.textContent ?? ''
      }
      if (!cell.matches('td')) return ''
      const heads = cell.closest('table')!.querySelectorAll('th')
      return heads[(cell as HTMLTableCellElement).cellIndex]?.textContent ?? ''
    }
    return textsIn(root).flatMap((text) => {
      if (!/\d/.test(text.data)) return []
      const unit = text.parentElement!.closest('button, a, td, dd, dt, th, li, p, label, summary, div')!
      // In a button or a row each figure has a word of its own before it.
      const said = textsIn(unit)
      const before = said.slice(0, said.indexOf(text) + 1)
      const since = before.findLastIndex((one) => one !== text && /\d/.test(one.data) && !isWord(one.data))
      const isShared = unit.matches('button, a, li')
      const words = (isShared ? before.slice(since + 1) : said).map(({ data }) => data)
      const group = unit.closest('[role=group], [role=radiogroup], [role=tablist], [role=toolbar], figure')
      const names = [
        words.join(' '),
        headOf(unit),
        ...[unit, group].map((one) => one?.getAttribute('aria-label')),
      ]
      const isNamed = names.some(isWord)
      return isNamed ? [] : [said.map(({ data }) => data.trim()).join(' ')]
    })
  })
