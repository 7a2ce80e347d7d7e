import { useState } from 'react'
import { FactorCodeField } from '#web/features/access/factor-code-field.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import type { useWalletSignIn } from './use-wallet-sign-in.ts'

/** Asks for the second factor, after the wallet has signed. */
export function WalletFactor({ signIn }: { signIn: ReturnType<typeof useWalletSignIn> }) {
  const { t } = useTexts()
  const [code, setCode] = useState('')
  return (
    <Sheet isOpen={signIn.isFactorAsked} onClose={signIn.giveUp} title={t('profile.two_step')}>
      <form
        className="flex flex-col gap-4 pt-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (code !== '') void signIn.giveFactor(code)
        }}
      >
        <FactorCodeField
          isFirst
          isPasskeyOnly={signIn.isPasskeyOnly}
          value={code}
          error={signIn.factorError}
          onChange={(typed) => {
            setCode(typed)
            signIn.resetFactor()
          }}
        />
        <Button type="submit" kind="primary" disabled={code === ''} isPending={signIn.isPending}>
          {t('common.sign_in')}
        </Button>
      </form>
    </Sheet>
  )
}
