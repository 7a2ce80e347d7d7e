import { accountFreeze } from '#domain/user/freeze.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { zonedStamp } from '#web/features/time/zoned.ts'
import { useTexts } from '#web/texts/texts.ts'

/**
 * What stands in the place of the usual time of a payment that waits: its account is frozen, until its customer ends that, or
 * held until a moment. `undefined` where neither is.
 */
export function useHeldTime(heldUntilMs: number | null | undefined, isWaiting: boolean): string | undefined {
  const { t } = useTexts()
  const freeze = useApiQuery(accountFreeze, {}, { enabled: isWaiting })
  if (!isWaiting) return undefined
  if (freeze.data?.frozenSinceMs != null) return t('withdrawal_pages.time_frozen')
  return heldUntilMs == null ? undefined : t('withdrawal_pages.time_held', { time: zonedStamp(heldUntilMs) })
}
