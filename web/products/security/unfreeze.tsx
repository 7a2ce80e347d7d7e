import { useState } from 'react'
import { profile } from '#domain/user/contract.ts'
import { unfreezeAccount } from '#domain/user/freeze.ts'
import { secondFactor } from '#domain/user/second-factor.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { fieldError } from '#web/features/access/field-error.ts'
import { SendCodeButton } from '#web/features/access/send-code-button.tsx'
import { CODE_LENGTH, useCode } from '#web/features/access/use-code.ts'
import { useTexts } from '#web/texts/texts.ts'
import { CodeInput } from '#web/ui/code-input.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { OwnerForm, useOwnerProof } from './owner-form.tsx'

/** What ends a freeze, as far as the customer has it: the password, a code to their contact, the second factor. */
export function Unfreeze({ takesCode, onDone }: { takesCode: boolean; onDone(): void }) {
  const factor = useApiQuery(secondFactor, {})
  const me = useApiQuery(profile, {})
  if (!factor.data || !me.data) return <SkeletonRows count={2} />
  const asks = { factor: factor.data.isOn, password: me.data.hasPassword, code: takesCode }
  return <UnfreezeForm asks={asks} onDone={onDone} />
}

function UnfreezeForm({
  asks,
  onDone,
}: {
  asks: { readonly factor: boolean; readonly password: boolean; readonly code: boolean }
  onDone(): void
}) {
  const { t } = useTexts()
  const [code, setCode] = useState('')
  const codes = useCode('unfreeze')
  const form = useApiMutation(unfreezeAccount, { toastsRefusal: false })
  const proof = useOwnerProof(asks.factor, asks.password)
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
            ...(!asks.password && { password: undefined }),
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
