import { secondFactor } from '#domain/user/second-factor.ts'
import { useClient } from '#web/app/client-state.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { hasPasskeys } from '#web/features/passkey/browser-passkeys.ts'
import { PasskeyFactor, PasskeyGiven } from '#web/features/passkey/passkey-factor.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { Field } from '#web/ui/field.tsx'

/** What a refusal says when a second factor is to be given, and none was. */
export const isFactorNeeded = (code: string): boolean =>
  code === 'SECOND_FACTOR_NEEDED' || code === 'PASSKEY_NEEDED'

/**
 * The second factor: a code of the authenticator app or a recovery code, in one field for both, or a passkey, whose answer
 * takes the place of the code. Of who is signed in it offers what they have; before that, both, unless `isPasskeyOnly`.
 */
export function FactorCodeField({
  value,
  error,
  onChange,
  isFirst = false,
  isPasskeyOnly = false,
}: {
  value: string
  error: string | undefined
  onChange(typed: string): void
  /** Where it is all that is asked for, it is ready to be typed into. */
  isFirst?: boolean
  /** The account has no authenticator, as the refusal said. */
  isPasskeyOnly?: boolean
}) {
  const { t } = useTexts()
  const isSignedIn = useClient((state) => state.token !== undefined)
  const own = useApiQuery(secondFactor, {}, { enabled: isSignedIn }).data
  const takesCodes = own ? own.isOn : !isPasskeyOnly
  const takesPasskeys = hasPasskeys() && (own ? own.passkeys > 0 : !isSignedIn)
  // Refused, it was used up, or its time is over: another one is asked for.
  if (value.startsWith('{') && error === undefined)
    return <PasskeyGiven onUndo={takesCodes ? () => onChange('') : undefined} />
  return (
    <div className="flex flex-col gap-3">
      {takesCodes && (
        <Field
          label={t('access.factor_code')}
          hint={t('access.factor_code_note')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={isFirst}
          maxLength={20}
          value={value.startsWith('{') ? '' : value}
          error={error}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      {takesPasskeys && (
        <PasskeyFactor
          isSignedIn={isSignedIn}
          label={t(takesCodes ? 'passkey_pages.use' : 'passkey_pages.only')}
          error={takesCodes ? undefined : error}
          onSigned={onChange}
        />
      )}
      {!takesCodes && !takesPasskeys && (own?.passkeys ?? 1) > 0 && (
        <p role="alert" className="text-13 text-danger">
          {t('passkey_pages.failure_unsupported')}
        </p>
      )}
    </div>
  )
}
