import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { APP_ROLE } from '#server/platform/db/database.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** What `deploy` has for Prometheus and Grafana, and the runbooks. */
export const alertsText = read('deploy/alerts.yaml')
export const dashboardText = read('deploy/dashboard.json')
export const operationsText = read('docs/operations.md')

/** The rules, each with the lines that it has by their key. */
export const alerts = alertsText
  .split(/^ {6}- /m)
  .slice(1)
  .map((rule) =>
    Object.fromEntries(
      [...rule.matchAll(/^ *(\w+): (.+)$/gm)].map(([, key, value]) => [
        key!,
        value!.replace(/^(['"])(.*)\1$/, '$2'),
      ]),
    ),
  )

/** What they and the dashboard ask Prometheus. */
export const questions: readonly string[] = [
  ...alerts.map(({ expr }) => expr!),
  ...(JSON.parse(dashboardText) as { panels: { targets: { expr: string }[] }[] }).panels.flatMap(
    ({ targets }) => targets.map(({ expr }) => expr),
  ),
]

/** The metrics that are named there, or in the runbooks. The role of the application in the database is called like one. */
export const namedMetrics: readonly string[] = [
  ...new Set([...questions, operationsText].join('\n').match(/\bplumb_[a-z][a-z0-9_]*\b/g)),
].filter((name) => name !== APP_ROLE)
