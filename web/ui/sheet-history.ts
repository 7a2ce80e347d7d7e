import { useEffect, useRef } from 'react'

/**
 * Open sheets in the browser's history, so that Back closes the topmost one and stays on the page. Each has an entry
 * that repeats the page's URL; it is taken away again when its sheet closes in another way.
 */

interface OpenSheet {
  close(): void
}

/** From the lowest to the topmost. */
const sheets: OpenSheet[] = []
/** How many entries on top of the page's own are of sheets, and the router's index of the page. */
let entries = 0
let pageIndex: unknown
/**
 * While the entries of closed sheets are being taken away: what the page's own is to be then, and where the customer
 * has gone meanwhile. The browser goes back a moment after it is asked to, from wherever it is by then.
 */
let leaving: { page: Entry; next?: Entry } | undefined
let isQueued = false

/** Lets Back close a sheet while it is open; not one whose state is in the URL, which Back changes by itself. */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    if (!isOpen) return
    const sheet: OpenSheet = { close: () => close.current() }
    sheets.push(sheet)
    settleSoon()
    return () => {
      const place = sheets.indexOf(sheet)
      if (place >= 0) sheets.splice(place, 1)
      settleSoon()
    }
  }, [isOpen])
}

/** After all effects of a render: a sheet that takes another's place takes its entry too. */
function settleSoon(): void {
  if (isQueued) return
  isQueued = true
  queueMicrotask(() => {
    isQueued = false
    settle()
  })
}

/** Makes as many entries as there are open sheets. */
function settle(): void {
  if (leaving) return
  const state = stateNow()
  // The page has gone on to another: the entries below are skipped when somebody comes back to them.
  if (entries > 0 && state.idx !== pageIndex) entries = 0
  if (entries > sheets.length) {
    leaving = { page: { url: location.href, state: withDepth(state, sheets.length) } }
    history.go(sheets.length - entries)
    entries = sheets.length
    return
  }
  if (entries < sheets.length) history.replaceState(withDepth(state, entries), '')
  while (entries < sheets.length) {
    entries++
    pageIndex = state.idx
    history.pushState(withDepth(state, entries), '')
  }
}

interface Entry {
  readonly url: string
  readonly state: unknown
}

interface State {
  readonly idx?: number
  /** How many sheets are open there, in entries of pages that have opened any: the router's own have none. */
  readonly sheet?: number
}

const stateNow = (): State => (history.state as State | null) ?? {}

const withDepth = (state: State, depth: number): State => ({ ...state, sheet: depth })

/**
 * Listens to the browser's Back, for as long as the app is there. Call it before the router listens: the window's
 * listeners are called in the order in which they came, and the router is to be told of nothing that stays on its page.
 */
export function watchHistory(): void {
  addEventListener('popstate', onMove)
  const push = history.pushState.bind(history)
  history.pushState = (state, unused, url) => {
    push(state, unused, url)
    noteNext()
  }
}

/** Keeps where the customer went while a sheet's entry was being taken away. */
function noteNext(): void {
  if (leaving) leaving.next = { url: location.href, state: history.state }
}

function onMove(event: PopStateEvent): void {
  const { idx, sheet } = stateNow()
  if (leaving) {
    // A URL that was followed or typed: the router shows it, and what was asked for is still to come.
    if (sheet === undefined) {
      noteNext()
      return
    }
    event.stopImmediatePropagation()
    const { page, next } = leaving
    leaving = undefined
    // What the page changed in its URL while the sheet was open belongs to the page.
    history.replaceState(page.state, '', page.url)
    if (next) history.pushState(next.state, '', next.url)
    settle()
    return
  }
  const depth = sheet ?? 0
  if (depth > entries) {
    event.stopImmediatePropagation()
    history.back()
  } else if (depth < entries && idx === pageIndex) {
    entries = depth
    for (const sheet of sheets.slice(depth).toReversed()) sheet.close()
  }
}
