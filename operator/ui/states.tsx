import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorText } from '#web/app/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
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
  if (call.error) return <Failed error={call.error} onRetry={() => void call.refetch()} />
  return <SkeletonRows count={8} height={56} />
}

/** A list with nothing in it. */
export const Nothing = ({ title, text }: { title: string; text?: string }) => (
  <EmptyState isSmall title={title} {...(text ? { text } : {})} />
)

function Failed({ error, onRetry }: { error: unknown; onRetry(): void }) {
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-5 py-10 text-center">
      <CircleAlert aria-hidden size={24} className="text-danger" />
      <p className="max-w-72 text-13 text-t2">{errorText(error) ?? t('common.no_answer')}</p>
      <Button size="small" onClick={onRetry}>
        {t('common.try_again')}
      </Button>
    </div>
  )
}

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
