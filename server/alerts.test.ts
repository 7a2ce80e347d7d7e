import { expect, test } from 'vitest'
import { VIEWS_PER_HOUR } from '#domain/verification/rules.ts'
import { alerts, alertsText, operationsText } from '#server/testing/alert-files.ts'

/** `deploy/alerts.yaml` beside its runbooks; `figures.behavior.pg.test.ts` holds both against a running server. */

const runbooks = () => {
  const [, section] = operationsText.split('\n## Alerts\n')
  return section!.split('\n## ')[0]!.split('\n### ').slice(1)
}

test('every alert has its runbook, which says what it means, where to look and what to do, and there is no other', () => {
  expect(alerts.length).toBeGreaterThan(15)
  expect(alerts.length).toBe(alertsText.match(/alert:/g)!.length)
  expect(runbooks().map((runbook) => runbook.split('\n')[0])).toEqual(alerts.map(({ alert }) => alert))
  for (const runbook of runbooks())
    expect(runbook).toMatch(/^Plumb\w+\n\nMeans: [^\n]+[\s\S]+\bLook:\s[\s\S]+\bDo:\s[\s\S]+$/)
})

test('every rule has all that Prometheus and whoever is called need', () => {
  for (const rule of alerts) {
    expect(rule).toEqual({
      alert: expect.stringMatching(/^Plumb[A-Z]\w+$/),
      expr: expect.stringMatching(/(?:[<>]|==) -?[\d.]+$/),
      for: expect.stringMatching(/^\d+m$/),
      severity: expect.stringMatching(/^(?:page|ticket)$/),
      summary: expect.stringMatching(/\.$/),
      runbook_url: `file:/opt/plumb/docs/operations.md#${rule.alert!.toLowerCase()}`,
    })
  }
})

test('T82: whoever looks at more documents in an hour than the log counts as usual raises an alarm', () => {
  const read = alerts.find(({ alert }) => alert === 'PlumbDocumentsRead')
  expect(read).toMatchObject({ expr: `plumb_document_looks_most > ${VIEWS_PER_HOUR}`, for: '0m' })
})

test('a link within the operations manual leads to a heading of it', () => {
  const headings = [...operationsText.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )
  const links = [...operationsText.matchAll(/\]\(#([^)]+)\)/g)].map(([, link]) => link)
  expect(links.length).toBeGreaterThan(5)
  for (const link of links) expect(headings).toContain(link)
})
