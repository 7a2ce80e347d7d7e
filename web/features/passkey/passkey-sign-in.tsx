import { KeyRound } from 'lucide-react'
import { passkeySignInChallenge, signInByPasskey } from '#domain/user/passkey.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { deviceKey } from '#web/features/access/device-key.ts'
import { enter } from '#web/features/access/enter.ts'
import { FormError } from '#web/features/access/form-error.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { signChallenge } from './browser-passkeys.ts'
import { usePasskey } from './use-passkey.ts'

/** Another way to sign in: with a passkey, which the browser offers and which says whose it is. What went wrong has a row of its own. */
export function PasskeySignIn({ onEntered }: { onEntered(): void }) {
  const { t } = useTexts()
  const passkey = usePasskey()
  const challenge = useApiMutation(passkeySignInChallenge, { toastsRefusal: false })
  const entry = useApiMutation(signInByPasskey, { toastsRefusal: false })

  async function begin(): Promise<void> {
    entry.reset()
    const device = deviceKey()
    const response = await passkey.ask((await challenge.send({ device }))?.options, signChallenge)
    if (response === undefined) return
    const token = await entry.send({ response, device })
    if (token !== undefined) await enter(token).then(onEntered, () => undefined)
  }

  const failure = passkey.failure ?? challenge.error?.message ?? entry.error?.message
  return (
    <>
      <Button
        className="w-full"
        isPending={challenge.isPending || passkey.isPending || entry.isPending}
        onClick={() => void begin()}
      >
        <KeyRound aria-hidden size={20} strokeWidth={1.75} />
        {t('passkey_pages.passkey')}
      </Button>
      {failure && (
        <div className="col-span-2">
          <FormError text={failure} />
        </div>
      )}
    </>
  )
}
