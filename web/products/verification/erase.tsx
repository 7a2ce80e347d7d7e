import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { secondFactor } from '#domain/user/second-factor.ts'
import { eraseVerification } from '#domain/verification/contract.ts'
import { ErrorState } from '#web/app/error-state.tsx'
import { toast } from '#web/app/toast.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { hasFactor } from '#web/features/access/has-factor.ts'
import { OwnerForm, useOwnerProof } from '#web/features/owner/owner-form.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

/** The way to have everything personal erased, with what stays and why; its owner confirms it. */
export function Erase() {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="border-t border-line pt-6">
      <Button className="w-full" onClick={() => setOpen(true)}>
        {t('verification_pages.erase')}
      </Button>
      <Sheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t('verification_pages.erase')}
        text={t('verification_pages.erase_why')}
      >
        <Confirm onClose={() => setOpen(false)} />
        <Button className="mt-2 w-full" onClick={() => setOpen(false)}>
          {t('verification_pages.erase_keep')}
        </Button>
      </Sheet>
    </div>
  )
}

function Confirm({ onClose }: { onClose(): void }) {
  const factor = useApiQuery(secondFactor, {})
  if (factor.isError && !factor.data)
    return <ErrorState error={factor.error} onRetry={() => void factor.refetch()} />
  if (!factor.data) return <SkeletonRows count={2} />
  return <EraseForm asksFactor={hasFactor(factor.data)} onClose={onClose} />
}

function EraseForm({ asksFactor, onClose }: { asksFactor: boolean; onClose(): void }) {
  const { t } = useTexts()
  const queries = useQueryClient()
  const proof = useOwnerProof(asksFactor)
  const erase = useApiMutation(eraseVerification, { toastsRefusal: false })
  return (
    <OwnerForm
      form={erase}
      proof={proof}
      action={t('verification_pages.erase_do')}
      onSend={async () => {
        if (!(await erase.send({ confirm: 'erase', ...proof.given }))) return
        onClose()
        await queries.invalidateQueries()
        toast(t('verification_pages.erased'))
      }}
    />
  )
}
