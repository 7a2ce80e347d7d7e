import { useState } from 'react'
import { unfreezeAccount } from '#domain/user/freeze.ts'
import { secondFactor } from '#domain/user/second-factor.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { fieldError } from '#web/features/access/field-error.ts'
import { hasFactor } from '#web/features/access/has-factor.ts'
import { SendCodeButton } from '#web/features/access/send-code-button.tsx'
import { CODE_LENGTH, useCode } from '#web/features/access/use-code.ts'
import { OwnerForm, useOwnerProof } from '#web/features/owner/owner-form.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { CodeInput } from '#web/ui/code-input.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

/** What ends a freeze, as far as the customer has it: the password, a code to their contact, the second factor. */
export function Unfreeze({ takesCode, onDone }: { takesCode: boolean; onDone(): void }) {
  const factor = useApiQuery(secondFactor, {})
  if (!factor.data) return <SkeletonRows count={2} />
  const asks = { factor: hasFactor(factor.data), code: takesCode }
  return <UnfreezeForm asks={asks} onDone={onDone} />
}

function UnfreezeForm({
  asks,
  onDone,
}: {
  asks: { readonly factor: boolean; readonly code: boolean }
  onDone(): void
}) {
  const { t } = useTexts()
  const [code, setCode] = useState('')
  const codes = useCode('unfreeze')
  const form = useApiMutation(unfreezeAccount, { toastsRefusal: false })
  const proof = useOwnerProof(asks.factor)
  return (
    <OwnerForm
      form={form}
      proof={proof}
      action={t('security_pages.unfreeze')}
      isReady={!asks.code || code.length === CODE_LENGTH}
      onSend={async () => {
        if (
          await form.send({
            ...proof.given,
            ...(asks.code && { code }),
          })
        )
          onDone()
      }}
    >
      {asks.code && (
        <div>
          <div className="flex items-center justify-between gap-3 pb-1">
            <p role="status" className="text-13 text-t2">
              {codes.sentTo
                ? t('access.code_sent', { contact: codes.sentTo })
                : (codes.error?.message ?? t('access.code_to_own'))}
            </p>
            <SendCodeButton
              waitSeconds={codes.waitSeconds}
              wasSent={codes.sentTo !== undefined}
              isPending={codes.isPending}
              onSend={() => void codes.send()}
            />
          </div>
          <CodeInput
            label={t('access.code')}
            value={code}
            error={fieldError(form.error, 'code')}
            onChange={(typed) => {
              setCode(typed)
              form.reset()
            }}
          />
        </div>
      )}
    </OwnerForm>
  )
}
