import { type ReactNode, useState } from 'react'
import { AccessForm } from '#web/features/access/access-form.tsx'
import { FactorCodeField } from '#web/features/access/factor-code-field.tsx'
import { fieldError } from '#web/features/access/field-error.ts'
import { OwnerProof, useOwner } from './owner-proof.tsx'

/** What proves an owner and, where one is set, the second factor, as a form keeps them. */
export function useOwnerProof(asksFactor: boolean) {
  const owner = useOwner()
  const [factorCode, setFactorCode] = useState('')
  return {
    ...{ owner, asksFactor, factorCode, setFactorCode },
    isReady: owner.isReady && (!asksFactor || factorCode !== ''),
    given: { ...owner.given, ...(asksFactor && { factorCode }) },
    clear() {
      owner.setPassword('')
      setFactorCode('')
    },
  }
}

/** A form that its owner confirms: with its own fields first, then the password or what takes its place, and the second factor. */
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
  return (
    <AccessForm form={form} action={action} isReady={isReady && proof.isReady} onSend={onSend}>
      {children}
      <OwnerProof proof={proof.owner} form={form} />
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
