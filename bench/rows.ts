import { loadavg } from 'node:os'
import { openBrowser } from '../e2e/support/browser.ts'
import { serveBuilt } from './built-app.ts'
import { CPU_SLOWDOWN } from './first-visit.ts'
import { median, table, writeResult } from './report.ts'
import { buildRows } from './rows/build.ts'
import { type Act, byScript, nothing, thumb, type Watched, watchList } from './watched-list.ts'

/**
 * What a list of 200 live quotes costs a slow phone: the app's own list and price store, every
 * instrument changing ten times a second, a CPU four times slower; at rest and live, each by itself, under a finger that
 * scrolls, and moved by script in every frame.
 */
const RUNS = 3
const BUDGET = { mainThreadShare: 0.35, framesPerSecond: 45 }

const site = await serveBuilt(await buildRows())
const browser = await openBrowser()
const visit = (query: string, act: Act) => watchList(browser, `${site.url}/${query}`, act)
try {
  const visits = {
    'at rest': () => visit('?rest', nothing),
    'at rest, under a thumb': () => visit('?rest', thumb),
    'at rest, moved by script': () => visit('?rest', byScript),
    live: () => visit('', nothing),
    'live, under a thumb': () => visit('', thumb),
    'live, moved by script': () => visit('', byScript),
  }
  const runs: Record<string, Watched[]> = {}
  for (let run = 0; run < RUNS; run++)
    for (const [list, go] of Object.entries(visits)) runs[list] = [...(runs[list] ?? []), await go()]
  const results = Object.entries(runs).map(([list, watched]) => {
    const mainThreadShare = Number(median(watched.map((run) => run.mainThreadShare)).toFixed(3))
    const framesPerSecond = Number(median(watched.map((run) => run.framesPerSecond)).toFixed(1))
    const scrolledPx = median(watched.map((run) => run.scrolledPx))
    // The budget is for a list that lives; the others are to compare with.
    const isWithinBudget = list.startsWith('live')
      ? mainThreadShare <= BUDGET.mainThreadShare && framesPerSecond >= BUDGET.framesPerSecond
      : undefined
    return { list, mainThreadShare, framesPerSecond, scrolledPx, isWithinBudget, watched }
  })
  table(
    'A list of 200 quotes, each changing 10 times a second, CPU four times slower',
    results.map(({ watched, isWithinBudget, ...shown }) => ({
      ...shown,
      budget: isWithinBudget === undefined ? '' : isWithinBudget ? 'kept' : 'MISSED',
    })),
  )
  writeResult('rows', { cpuSlowdown: CPU_SLOWDOWN, runs: RUNS, budget: BUDGET, load: loadavg()[0], results })
} finally {
  await browser.close()
  site.close()
}
