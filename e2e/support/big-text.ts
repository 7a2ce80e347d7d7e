import type { Page } from 'playwright-core'

/**
 * Texts that cannot be read as they stand, one line each: cut at the side or below by a part that hides what is beyond it, or
 * drawn over another text. What is pushed sideways in a row of its own is not cut. Scrolls through the page where a
 * position matters: bars that stay at an edge cover what can be scrolled from under them.
 */
export const unreadable = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    // A phone shows a page that is too wide smaller, in a window that is wider than itself.
    const edge = Math.min(innerWidth, screen.width)
    if (document.documentElement.scrollWidth > edge)
      found.push(`${document.documentElement.scrollWidth} px wide on ${edge}`)
    const said = (text: string) => `"${text.trim().replace(/\s+/g, ' ').slice(0, 50)}"`
    /** The nearest part around that is not in the flow of the page, such as a bar or a sheet: texts meet only within one. */
    const layerOf = (element: Element): Element => {
      let one: Element = element
      for (; one.parentElement; one = one.parentElement)
        if (/fixed|sticky/.test(getComputedStyle(one).position)) break
      return one
    }
    interface Line {
      readonly text: string
      readonly box: DOMRect
      readonly layer: Element
    }
    const lines: Line[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const text = walker.currentNode as Text
      const parent = text.parentElement!
      if (text.data.trim() === '' || parent.closest('script, style, svg, [aria-hidden=true]')) continue
      if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1)
      let isHidden = false
      for (let one: Element | null = parent; one && one !== document.body; one = one.parentElement) {
        const { overflowX, overflowY, display } = getComputedStyle(one)
        const frame = one.getBoundingClientRect()
        if (display === 'inline' || display === 'contents') continue
        // For screen readers alone.
        if (frame.width <= 1 || frame.height <= 1) isHidden = true
        if (/auto|scroll/.test(overflowX + overflowY)) break
        if (isHidden || overflowX === 'visible') continue
        if (one.scrollWidth > one.clientWidth + 1)
          found.push(`${said(text.data)} cut: ${one.scrollWidth} px in ${one.clientWidth}`)
        else if (boxes.some(({ bottom }) => bottom > frame.bottom + 4))
          found.push(`${said(text.data)} cut below: ${one.scrollHeight} px in ${one.clientHeight}`)
      }
      if (isHidden) continue
      const layer = layerOf(parent)
      for (const box of boxes) lines.push({ text: text.data, box, layer })
      if (boxes.some(({ right, left }) => right > edge + 1 || left < -1)) {
        let scrolls = false
        for (let one: Element | null = parent; one && one !== document.body; one = one.parentElement)
          scrolls ||= /auto|scroll/.test(getComputedStyle(one).overflowX)
        if (!scrolls) found.push(`${said(text.data)} beyond the window's edge`)
      }
    }
    for (const [n, one] of lines.entries())
      for (const other of lines.slice(n + 1)) {
        if (one.layer !== other.layer) continue
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
        // A box is as high as the type, which reaches into the lines above and below.
        if (across > 2 && down > 0.45 * Math.min(one.box.height, other.box.height))
          found.push(`${said(one.text)} over ${said(other.text)}`)
      }
    return [...new Set(found)]
  })
