import { KeyRound } from 'lucide-react'
import { confirmChallenge, passkeySignInChallenge } from '#domain/user/passkey.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { deviceKey } from '#web/features/access/device-key.ts'
import { FormError } from '#web/features/access/form-error.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { signChallenge } from './browser-passkeys.ts'
import { usePasskey } from './use-passkey.ts'

/** A passkey as the second factor: of who is signed in one of their own, and before that whichever the browser offers. */
export function PasskeyFactor({
  isSignedIn,
  label,
  error,
  onSigned,
}: {
  isSignedIn: boolean
  label: string
  error?: string | undefined
  /** With what it signed, to be sent as the code would be. */
  onSigned(response: string): void
}) {
  const passkey = usePasskey()
  const own = useApiMutation(confirmChallenge, { toastsRefusal: false })
  const anyones = useApiMutation(passkeySignInChallenge, { toastsRefusal: false })

  async function begin(): Promise<void> {
    const given = isSignedIn ? await own.send({}) : await anyones.send({ device: deviceKey() })
    const response = await passkey.ask(given?.options, signChallenge)
    if (response !== undefined) onSigned(response)
  }

  return (
    <div className="flex flex-col gap-2">
      <Button
        className="w-full"
        isPending={own.isPending || anyones.isPending || passkey.isPending}
        onClick={() => void begin()}
      >
        <KeyRound aria-hidden size={20} strokeWidth={1.75} />
        {label}
      </Button>
      <FormError text={passkey.failure ?? own.error?.message ?? anyones.error?.message ?? error} />
    </div>
  )
}

/** That a passkey has signed, and the way back. */
export function PasskeyGiven({ onUndo }: { onUndo: (() => void) | undefined }) {
  const { t } = useTexts()
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 rounded-12 bg-s1 px-4 py-1">
      <p role="status" className="flex items-center gap-2 text-15">
        <KeyRound aria-hidden size={18} strokeWidth={1.75} className="shrink-0" />
        {t('passkey_pages.given')}
      </p>
      {onUndo && (
        <button type="button" onClick={onUndo} className="press flex min-h-11 items-center text-13 text-t2">
          {t('passkey_pages.use_code')}
        </button>
      )}
    </div>
  )
}
