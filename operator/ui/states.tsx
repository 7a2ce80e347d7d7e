import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorText } from '#web/app/api-error.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { t } from '../texts.ts'

interface Asked<Data> {
  readonly data: Data | undefined
  readonly error: unknown
  refetch(): unknown
}

/** Shows what a call answered; before that its skeleton, after a failure the server's words. */
export function Answered<Data>({
  call,
  children,
}: {
  call: Asked<Data>
  children: (data: Data) => ReactNode
}) {
  if (call.data !== undefined) return children(call.data)
  if (call.error) {
    const text = errorText(call.error) ?? t('common.no_answer')
    return <Failed text={text} retry={t('common.try_again')} onRetry={() => void call.refetch()} />
  }
  return <SkeletonRows count={8} height={56} />
}

/** A list with nothing in it. */
export const Nothing = ({ title, text }: { title: string; text?: string }) => (
  <EmptyState isSmall title={title} {...(text ? { text } : {})} />
)

/** The error of an action, shown next to it until the next try. */
export function Refused({ error }: { error: unknown }) {
  if (!error) return null
  return (
    <p role="alert" className="flex gap-2 text-13 text-danger">
      <CircleAlert aria-hidden size={16} className="mt-px shrink-0" />
      {errorText(error) ?? t('common.no_answer')}
    </p>
  )
}
