import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { secondFactor } from '#domain/user/second-factor.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { FactorCodeField, isFactorNeeded } from './factor-code-field.tsx'
import { type FormMutation, fieldError } from './field-error.ts'
import { hasFactor } from './has-factor.ts'

/** The second factor of who is signed in, where they have set one, as a form keeps it; `OwnFactor` draws it. */
export function useOwnFactor() {
  const own = useApiQuery(secondFactor, {}).data
  const [factorCode, setFactorCode] = useState('')
  const isAsked = own !== undefined && hasFactor(own)
  return {
    ...{ isAsked, factorCode, setFactorCode },
    isReady: !isAsked || factorCode !== '',
    given: isAsked ? { factorCode } : {},
  }
}

/** The code of the authenticator app or the passkey, of who has set one. */
export function OwnFactor({ factor, form }: { factor: ReturnType<typeof useOwnFactor>; form: FormMutation }) {
  const queries = useQueryClient()
  const isMissed = form.error !== null && isFactorNeeded(form.error.code)

  // It was set on another device, after this page was opened.
  useEffect(() => {
    if (isMissed) void queries.invalidateQueries({ queryKey: [secondFactor.path] })
  }, [isMissed, queries])

  if (!factor.isAsked) return null
  return (
    <FactorCodeField
      value={factor.factorCode}
      error={fieldError(form.error, 'factorCode')}
      onChange={(typed) => {
        factor.setFactorCode(typed)
        form.reset()
      }}
    />
  )
}
