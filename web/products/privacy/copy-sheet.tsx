import { confirmExport, exportData } from '#domain/privacy/contract.ts'
import { http } from '#web/app/api.ts'
import { errorText } from '#web/app/api-error.ts'
import { beginBlocking } from '#web/app/overlay.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { isoDate } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { OwnerStep } from './owner-step.tsx'

/** Confirmed by its owner, then saved as a file. */
export function CopySheet({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const { t } = useTexts()
  const confirm = useApiMutation(confirmExport, { toastsRefusal: false })

  async function download(): Promise<void> {
    const end = beginBlocking()
    try {
      saveFile(await http.requestFile(exportData, {}), `plumb-data-${isoDate(Date.now())}.json`)
      toast(t('privacy_pages.copy_done'))
    } catch (error) {
      toast(errorText(error) ?? t('common.fault_bad_answer'))
    } finally {
      end()
    }
  }

  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('privacy_pages.copy')}>
      <OwnerStep
        form={confirm}
        action={t('privacy_pages.copy_do')}
        onProven={async (given) => {
          if (!(await confirm.send(given))) return
          onClose()
          await download()
        }}
      />
    </Sheet>
  )
}
