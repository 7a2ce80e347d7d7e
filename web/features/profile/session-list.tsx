import { useQueryClient } from '@tanstack/react-query'
import { revokeSession, type SessionView, sessions } from '#domain/user/contract.ts'
import { deviceName } from '#domain/user/device.ts'
import { ErrorState } from '#web/app/error-state.tsx'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { ago } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Tag } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

/** Where the customer is signed in, this device first; each other one can be signed out, or all. */
export function SessionList() {
  const { t } = useTexts()
  const queries = useQueryClient()
  const list = useApiQuery(sessions, {})
  const revoke = useApiMutation(revokeSession)
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return <SkeletonRows count={2} />

  async function end(id?: string): Promise<void> {
    await revoke.send(id ? { id } : {})
    await queries.invalidateQueries({ queryKey: [sessions.path] })
  }

  const ordered = list.data.items.toSorted((a, b) => Number(b.isThisOne) - Number(a.isThisOne))
  return (
    <>
      <ul>
        {ordered.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => void end(session.id)} />
        ))}
      </ul>
      {ordered.length > 1 && (
        <div className="gutter pt-4">
          <Button className="w-full" onClick={() => void end()} isPending={revoke.isPending}>
            {t('profile.end_all')}
          </Button>
        </div>
      )}
    </>
  )
}

function SessionRow({ session, onEnd }: { session: SessionView; onEnd(): void }) {
  const { t } = useTexts()
  const device = deviceName(session.device)
  return (
    <li className="gutter">
      <div className="hairline flex min-h-15 items-center gap-3 py-2">
        <div className="min-w-0 flex-1">
          <p className="text-15">{device}</p>
          <p className="figures truncate text-12 text-t3">
            {session.ip} · {ago(session.lastSeenAtMs, Date.now(), t, 'months')}
          </p>
        </div>
        {session.isThisOne ? (
          <Tag>{t('profile.this_device')}</Tag>
        ) : (
          <button
            type="button"
            onClick={onEnd}
            aria-label={t('profile.end_session_of', { device })}
            className="target press text-13 font-semibold text-t1 underline decoration-line2 underline-offset-4"
          >
            {t('profile.end_session')}
          </button>
        )}
      </div>
    </li>
  )
}
