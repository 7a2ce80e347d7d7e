import { expect, test } from 'vitest'
import { auditActions } from '#domain/console/audit-actions.ts'
import { t } from '../texts.ts'

const sources = Object.entries(
  import.meta.glob(['/server/**/*.ts', '!/server/**/*.test.ts'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }) as Record<string, string>,
)

test('every action of the audit log has a name of its own', () => {
  const names = auditActions.map((action) => t(`audit.action_${action}`))
  for (const name of names) expect(name).not.toMatch(/^audit\./)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

test('the server writes each of them, and none that is not among them', () => {
  // `appendAuditLog` takes no other action, so it is enough that nothing else writes a line.
  const writers = sources.filter(([, text]) => /insert(Into\('|\s+into\s+)audit_log\b/.test(text))
  expect(writers.map(([path]) => path)).toEqual(['/server/console/audit-log.ts'])
  const written = new Set(
    sources
      .filter(([, text]) => text.includes('audit-log.ts'))
      .flatMap(([path, text]) => writtenBy(path, text)),
  )
  expect(auditActions.filter((action) => !written.has(action))).toEqual([])
})

/** The actions that a file writes: as `action` of a line, or of a helper of its own; of proposals what was decided. */
function writtenBy(path: string, text: string): string[] {
  const places = [/\baction\s*[:=]([^\n]*)/gi, /\b(?:log|change|alone|countLook)\(([^()]*)/g]
  if (path === '/server/console/proposals.ts')
    places.push(/\bdecide\(([^()]*)/g, /\.set\(\{ status:([^\n]*)/g)
  return places
    .flatMap((place) => [...text.matchAll(place)])
    .flatMap(([, said]) => [...said!.matchAll(/'([a-z-]+)'/g)].map(([, word]) => word!))
}
