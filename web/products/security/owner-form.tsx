import { type ReactNode, useState } from 'react'
import { AccessForm } from '#web/features/access/access-form.tsx'
import { FactorCodeField } from '#web/features/access/factor-code-field.tsx'
import { fieldError } from '#web/features/access/field-error.ts'
import { useTexts } from '#web/texts/texts.ts'
import { PasswordField } from '#web/ui/password-field.tsx'

/** The sign-in password and, where one is set, a code of the second factor, as a form keeps them. */
export function useOwnerProof(asksFactor: boolean, asksPassword = true) {
  const [password, setPassword] = useState('')
  const [factorCode, setFactorCode] = useState('')
  return {
    ...{ asksFactor, asksPassword, password, setPassword, factorCode, setFactorCode },
    isReady: (!asksPassword || password !== '') && (!asksFactor || factorCode !== ''),
    given: { password, ...(asksFactor && { factorCode }) },
    clear() {
      setPassword('')
      setFactorCode('')
    },
  }
}

/** A form that its owner confirms: with its own fields first, then the password and the second factor. */
export function OwnerForm({
  form,
  proof,
  action,
  isReady = true,
  onSend,
  children,
}: {
  form: Parameters<typeof AccessForm>[0]['form']
  proof: ReturnType<typeof useOwnerProof>
  action: string
  /** Whether its own fields are. */
  isReady?: boolean
  onSend(): Promise<void>
  children?: ReactNode
}) {
  const { t } = useTexts()
  return (
    <AccessForm form={form} action={action} isReady={isReady && proof.isReady} onSend={onSend}>
      {children}
      {proof.asksPassword && (
        <PasswordField
          label={t('access.password')}
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
      {proof.asksFactor && (
        <FactorCodeField
          value={proof.factorCode}
          error={fieldError(form.error, 'factorCode')}
          onChange={(typed) => {
            proof.setFactorCode(typed)
            form.reset()
          }}
        />
      )}
    </AccessForm>
  )
}
