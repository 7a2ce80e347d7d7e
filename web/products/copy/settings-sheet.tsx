import { useState } from 'react'
import { copySettings, type RelationView } from '#domain/copy/contract.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { CopyFields } from '#web/features/copy/copy-fields.tsx'
import { draftOf, formOf, readForm } from '#web/features/copy/copy-form.ts'
import { useCopyTerms } from '#web/features/copy/use-copy-terms.ts'
import { CallNotDone } from '#web/features/money/money-sheet.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { useContractWallet } from './use-contract-wallet.ts'

/** How much a relation copies and within which limits, to change for what comes. */
export function SettingsSheet({ relation, onClose }: { relation: RelationView; onClose(): void }) {
  const { t } = useTexts()
  const terms = useCopyTerms(relation.termsVersion)
  const wallet = useContractWallet(terms)
  const [form, setForm] = useState(() => formOf(relation))
  const call = useApiMutation(copySettings)
  const reading = readForm(form, terms)

  async function send(): Promise<void> {
    if (!(await call.send({ relationId: relation.id, ...draftOf(form) }))) return
    toast(t('copy_pages.saved'))
    onClose()
  }
  if (call.error && !call.isPending)
    return (
      <CallNotDone
        error={call.error}
        title={t('copy_pages.not_changed')}
        onClose={call.reset}
        onRetry={() => void send()}
      />
    )
  return (
    <Sheet isOpen onClose={onClose} title={t('copy_pages.limits')} text={t('copy_pages.settings_why')}>
      <form
        className="pt-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (reading.settings) void send()
        }}
      >
        <CopyFields {...{ form, reading, terms, equityLimit: wallet.equityLimit }} onChange={setForm} />
        <Button
          type="submit"
          kind="primary"
          className="mt-4 w-full"
          disabled={!reading.settings}
          isPending={call.isPending}
        >
          {t('copy_pages.save')}
        </Button>
      </form>
    </Sheet>
  )
}
