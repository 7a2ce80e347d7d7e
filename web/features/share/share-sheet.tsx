import { Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Instrument, TradingProduct } from '#domain/market/instrument.ts'
import { toPage } from '#web/app/page-list.ts'
import { copyText } from '#web/app/toast.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { Sheet } from '#web/ui/sheet.tsx'

/** Sends the link to an instrument by what the device has for it; where it has nothing, shows it to copy and to scan. */
export default function ShareSheet({
  instrument: { symbol, label },
  product,
  onClose,
}: {
  instrument: Instrument
  product: TradingProduct | undefined
  onClose(): void
}) {
  const { t } = useTexts()
  // The page that everybody can open, signed in or not.
  const page = toPage('pages/transaction/index', { symbol, ...(product && { product }) })
  const url = new URL(`#${page}`, location.href).href
  const [isShown, setShown] = useState(false)
  const wasAsked = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is opened
  useEffect(() => {
    if (wasAsked.current) return
    wasAsked.current = true
    if (!('share' in navigator)) return setShown(true)
    navigator
      .share({ title: label, url })
      // Who closes the device's own sheet has shared nothing, which is no error.
      .then(onClose, (error: Error) => (error.name === 'AbortError' ? onClose() : setShown(true)))
  }, [])
  return (
    <Sheet isOpen={isShown} onClose={onClose} title={t('app_pages.share_title', { name: label })}>
      <div className="flex flex-col items-center gap-4 pt-2">
        <QrCode text={url} label={t('app_pages.share_qr')} size={176} />
        <p className="w-full rounded-8 bg-s2 px-3 py-2 text-13 break-all">{url}</p>
        <Button kind="primary" className="w-full" onClick={() => void copyText(url, t)}>
          <Copy aria-hidden size={18} />
          {t('app_pages.share_copy')}
        </Button>
      </div>
    </Sheet>
  )
}
