import type { Page } from 'playwright-core'

/**
 * What does not fit a page as it stands, one line each: a page wider than its window, and a control or heading whose
 * words, or which itself, is beyond the window's edge, cut, or out of its own frame. What is in a row that is pushed
 * sideways may be beyond the edge; a field shows a part of what is written in it.
 */
export const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const wide = document.documentElement.scrollWidth
    if (wide > innerWidth) found.push(`${wide} px wide in a window of ${innerWidth}`)
    interface Clip {
      readonly box: DOMRect
      readonly clips: boolean
      readonly scrolls: boolean
      readonly rolls: boolean
    }
    const known = new Map<Element, Clip>()
    const clipOf = (element: Element): Clip => {
      let clip = known.get(element)
      if (!clip) {
        const { overflowX, overflowY, display } = getComputedStyle(element)
        const scrolls = /auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth
        const rolls = /auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight
        const clips = overflowX !== 'visible' && display !== 'inline'
        clip = { box: element.getBoundingClientRect(), clips, scrolls, rolls }
        known.set(element, clip)
      }
      return clip
    }
    /** How a box does not fit what is around it, from an element outwards; undefined when it is for screen readers alone. */
    const misfit = (box: DOMRect, from: Element): string | undefined => {
      const isBeyond = ({ left, right }: { left: number; right: number }) =>
        box.left < left - 1 || box.right > right + 1
      let cut: string | undefined
      for (let one: Element | null = from; one; one = one.parentElement) {
        const { box: frame, clips, scrolls, rolls } = clipOf(one)
        if (frame.width <= 1 || frame.height <= 1) return undefined
        if (scrolls) return cut
        if (!clips || one === document.body || one === document.documentElement) continue
        if (isBeyond(frame)) cut ??= `${Math.round(box.width)} px in ${Math.round(frame.width)}`
        // What is beyond in a list that rolls is reached by a finger.
        else if (rolls) return cut
        else if (box.bottom > frame.bottom + 3 || box.top < frame.top - 3)
          cut ??= `${Math.round(box.height)} px of lines in ${Math.round(frame.height)}`
      }
      if (isBeyond({ left: 0, right: innerWidth }))
        cut ??= `from ${Math.round(box.left)} to ${Math.round(box.right)} px`
      return cut
    }
    const parts = 'a[href], button, input, select, textarea, summary, h1, h2, h3, [role=tab], [role=radio]'
    for (const element of document.querySelectorAll<HTMLElement>(parts)) {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').slice(0, 60)
      const said = `<${element.tagName.toLowerCase()}> "${name}"`
      const itself = clipOf(element).box
      const beyond = misfit(itself, element)
      if (beyond) found.push(`${said}: ${beyond}`)
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) {
        const text = walker.currentNode as Text
        const parent = text.parentElement!
        if (text.data.trim() === '' || !parent.checkVisibility({ visibilityProperty: true })) continue
        const range = document.createRange()
        range.selectNodeContents(text)
        const box = range.getBoundingClientRect()
        // A row of the market leads to a page that has the name whole.
        if (element.matches('a[href*="pages/transaction/index"]') && parent.closest('.truncate')) continue
        const cut = misfit(box, parent)
        if (cut) found.push(`${said}: "${text.data}" ${cut}`)
        else if (clipOf(parent).box.width > 1 && (box.right > itself.right + 1 || box.left < itself.left - 1))
          if (getComputedStyle(element).display !== 'inline')
            found.push(`${said}: "${text.data}" runs out of it`)
      }
    }
    const title = document.querySelector('header h1')
    const bar = title?.closest('header')?.getBoundingClientRect()
    if (title && bar && title.getBoundingClientRect().bottom > bar.bottom)
      found.push(`the title "${title.textContent}" is below its bar`)
    return [...new Set(found)]
  })
