import { useTexts } from '#web/texts/texts.ts'
import { CodeInput } from '#web/ui/code-input.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { type FormMutation, fieldError } from './field-error.ts'
import { SendCodeButton } from './send-code-button.tsx'
import type { useProof } from './use-proof.ts'

/** The password so far, or a code to one's own contact, and the way from one to the other. */
export function ProofFields({
  proof,
  form,
  label,
}: {
  proof: ReturnType<typeof useProof>
  form: FormMutation
  /** What the password so far is called. */
  label: string
}) {
  const { t } = useTexts()
  const { codes, isByCode } = proof
  return (
    <div>
      {isByCode ? (
        <>
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
            value={proof.code}
            error={fieldError(form.error, 'code')}
            onChange={(typed) => {
              proof.setCode(typed)
              form.reset()
            }}
          />
        </>
      ) : (
        <PasswordField
          label={label}
          autoComplete="current-password"
          maxLength={128}
          value={proof.password}
          error={fieldError(form.error, 'oldPassword')}
          onChange={(event) => {
            proof.setPassword(event.target.value)
            form.reset()
          }}
        />
      )}
      <button
        type="button"
        onClick={() => {
          proof.switchOver()
          form.reset()
        }}
        className="press flex min-h-11 items-center text-13 text-t2"
      >
        {t(isByCode ? 'access.use_password' : 'access.use_code')}
      </button>
    </div>
  )
}
