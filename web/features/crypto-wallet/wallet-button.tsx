import { Wallet } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { toPage } from '#web/app/page-list.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { type BrowserWallet, browserWallets } from './browser-wallets.ts'

/** A button that finds the browser's wallets, and asks which one where there are several. */
export function WalletButton({
  label,
  isPending,
  onChosen,
}: {
  label: string
  isPending: boolean
  onChosen(wallet: BrowserWallet): void
}) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const [choices, setChoices] = useState<readonly BrowserWallet[]>([])
  const [isChoosing, setChoosing] = useState(false)

  function begin(): void {
    const found = browserWallets()
    const [only, another] = found
    if (!only) navigate(toPage('pages/empty/empty'))
    else if (!another) onChosen(only)
    else {
      setChoices(found)
      setChoosing(true)
    }
  }

  return (
    <>
      <Button className="w-full" isPending={isPending} onClick={begin}>
        <Wallet aria-hidden size={20} strokeWidth={1.75} />
        {label}
      </Button>
      <Sheet
        isOpen={isChoosing}
        onClose={() => setChoosing(false)}
        title={t('sign_in_wallet_pages.choose_wallet')}
      >
        <div className="-mx-4">
          {choices.map((wallet) => (
            <ListRow
              key={wallet.rdns}
              title={wallet.name}
              start={wallet.icon && <img src={wallet.icon} alt="" className="size-8 rounded-8" />}
              onClick={() => {
                setChoosing(false)
                onChosen(wallet)
              }}
            />
          ))}
        </div>
      </Sheet>
    </>
  )
}
