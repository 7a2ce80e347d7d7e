import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ArgumentsOf, Endpoint, OutputOf } from '#domain/endpoint.ts'
import { secondFactor } from '#domain/user/second-factor.ts'
import { toPage } from '#web/app/page-list.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { FactorCodeField, isFactorNeeded } from '#web/features/access/factor-code-field.tsx'
import { FormError } from '#web/features/access/form-error.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'

/** What confirms that money leaves, beside what is confirmed. */
type Proof = 'payPassword' | 'code'

/**
 * The end of a review by which money leaves: the pay password, the second factor where one is set, and the button.
 * Tried again with another password or code, it is still the same request.
 */
export function PayoutConfirmation<E extends Endpoint>({
  endpoint,
  input,
  terms,
  termsCall,
  action,
  note,
  onPending,
  onDone,
}: {
  endpoint: E
  /** What is confirmed; `undefined` while it cannot be. */
  input: Omit<ArgumentsOf<E>, Proof> | undefined
  terms: { readonly hasSecondFactor: boolean; readonly triesLeft: number }
  /** What answers them: asked again after a refusal. */
  termsCall: Endpoint
  /** What the button does, with the amount. */
  action: string
  /** Small print under the button. */
  note: string
  /** It is being asked for; no longer, once it was refused. Where its outcome is unknown, trying again has to ask for the same. */
  onPending?(isPending: boolean): void
  onDone(output: OutputOf<E>): void
}) {
  const { t } = useTexts()
  const queries = useQueryClient()
  const [payPassword, setPayPassword] = useState('')
  const [code, setCode] = useState('')
  const [isCodeAsked, setCodeAsked] = useState(terms.hasSecondFactor)
  const asking = useApiMutation(endpoint, {
    toastsRefusal: false,
    intent: (sent) => {
      const { payPassword: _, code: __, ...rest } = sent as Record<string, unknown>
      return rest
    },
  })
  const refusedAs = (...codes: string[]) =>
    asking.error && codes.includes(asking.error.code) ? asking.error.message : undefined
  const [passwordError, codeError] = [
    refusedAs('PAY_PASSWORD_WRONG', 'PAY_PASSWORD_LOCKED'),
    refusedAs('SECOND_FACTOR_WRONG', 'SECOND_FACTOR_NEEDED', 'PASSKEY_NEEDED', 'PASSKEY_WRONG'),
  ]
  async function confirm(): Promise<void> {
    if (!input) return
    onPending?.(true)
    let isUnknown = false
    const sent = { ...input, payPassword, ...(isCodeAsked && { code }) } as unknown as ArgumentsOf<E>
    const done = await asking.send(sent, (error) => {
      // Set on another device, after this page was opened.
      if (isFactorNeeded(error.code)) {
        setCodeAsked(true)
        void queries.invalidateQueries({ queryKey: [secondFactor.path] })
      }
      void queries.invalidateQueries({ queryKey: [termsCall.path] })
      isUnknown = error.isOutcomeUnknown
    })
    if (done) onDone(done)
    else if (!isUnknown) onPending?.(false)
  }
  return (
    <>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void confirm()
        }}
      >
        <PasswordField
          label={t('withdrawal_pages.pay_password')}
          hint={t('withdrawal_pages.tries', { left: terms.triesLeft })}
          error={passwordError}
          autoComplete="off"
          value={payPassword}
          onChange={(event) => {
            setPayPassword(event.target.value)
            asking.reset()
          }}
        />
        {isCodeAsked && (
          <FactorCodeField
            value={code}
            error={codeError}
            onChange={(text) => {
              setCode(text)
              asking.reset()
            }}
          />
        )}
        <FormError text={(passwordError ?? codeError) ? undefined : asking.error?.message} />
        <Button
          type="submit"
          kind="primary"
          disabled={!input || payPassword === '' || (isCodeAsked && code === '')}
          isPending={asking.isPending}
        >
          {action}
        </Button>
      </form>
      <p className="pt-3 text-center text-12 text-t3">{note}</p>
      <ButtonLink kind="quiet" size="small" className="mt-1 w-full" to={toPage('pages/setting/payPassword')}>
        {t('withdrawal_pages.forgot')}
      </ButtonLink>
    </>
  )
}
