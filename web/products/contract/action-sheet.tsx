import type { ReactNode } from 'react'
import type { PositionView } from '#domain/contract/contract.ts'
import type { RefusalCode } from '#domain/errors.ts'
import { labelOf } from '#domain/market/instruments.ts'
import type { ApiError } from '#web/app/api-error.ts'
import { directionText } from '#web/features/contract/position-words.ts'
import { CallNotDone } from '#web/features/money/money-sheet.tsx'
import { refusalText, useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'

/** A form that does something to one position, in a sheet; when it fails, the same sheet says first what was not done. */
export function ActionSheet({
  position,
  title,
  notDone,
  call,
  action,
  isReady,
  noPrice,
  onSubmit,
  onClose,
  children,
}: {
  position: PositionView
  title: string
  notDone: string
  call: { readonly isPending: boolean; readonly error: ApiError | null; reset(): void }
  /** What the button does, with the amount. */
  action: string
  isReady: boolean
  /** Why it cannot be done now; see `useNoPrice`. */
  noPrice?: RefusalCode | undefined
  onSubmit(): void
  onClose(): void
  children: ReactNode
}) {
  const { t } = useTexts()
  if (call.error && !call.isPending)
    return <CallNotDone error={call.error} title={notDone} onClose={call.reset} onRetry={onSubmit} />
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={title}
      text={`${labelOf(position.symbol)} · ${directionText(position, t)}`}
    >
      <form
        className="flex flex-col gap-3 pt-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady && !noPrice) onSubmit()
        }}
      >
        {children}
        <Button
          type="submit"
          kind="primary"
          isPending={call.isPending}
          disabled={!isReady || noPrice !== undefined}
          className="w-full"
        >
          {action}
        </Button>
        {noPrice && (
          <p role="status" className="text-center text-12 text-t2">
            {refusalText(noPrice, { symbol: labelOf(position.symbol) })}
          </p>
        )}
      </form>
    </Sheet>
  )
}
