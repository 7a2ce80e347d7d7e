import { useQueryClient } from '@tanstack/react-query'
import { cancelRecovery, ownRecovery } from '#domain/user/recovery.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { dateTime } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'

/** That somebody asked operators to remove what guards the account, and the way to cancel it; nothing where nobody did. */
export function PendingRecovery() {
  const { t } = useTexts()
  const queries = useQueryClient()
  const recovery = useApiQuery(ownRecovery, {})
  const cancel = useApiMutation(cancelRecovery)
  const opensAtMs = recovery.data?.opensAtMs ?? null
  if (opensAtMs === null) return null
  return (
    <section role="alert" className="mb-4 rounded-8 border border-danger p-3">
      <p className="pb-3 text-15">{t('security_pages.recover_pending', { time: dateTime(opensAtMs) })}</p>
      <Button
        size="small"
        isPending={cancel.isPending}
        onClick={async () => {
          if (await cancel.send({})) toast(t('security_pages.recover_cancelled'))
          await queries.invalidateQueries({ queryKey: [ownRecovery.path] })
        }}
      >
        {t('security_pages.recover_cancel')}
      </Button>
    </section>
  )
}
