import { Camera, ImagePlus } from 'lucide-react'
import { useState } from 'react'
import { networkOf } from '#domain/deposit/networks.ts'
import type { CoinNetwork } from '#domain/withdrawal/address-code.ts'
import { ImageInput } from '#web/features/files/image-input.tsx'
import { readQrCodes } from '#web/features/files/read-qr.ts'
import { useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'

type Problem = 'damaged' | 'none' | 'several' | 'no_address' | 'not_offered' | 'network'

const look =
  'press flex min-h-11 flex-1 cursor-pointer items-center justify-center gap-2 rounded-12 bg-s2 px-3 text-center text-15 text-t1 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-white'

/** Reads the QR code of an address from a picture of the album or, on a phone, of the camera; what it is of is among the offered. */
export function AddressPicture<Way extends CoinNetwork>({
  offered,
  onRead,
}: {
  offered: readonly Way[]
  onRead(address: string, ways: readonly Way[]): void
}) {
  const { t } = useTexts()
  const [isReading, setReading] = useState(false)
  const [problem, setProblem] = useState<Problem>()

  async function read(file: File): Promise<void> {
    setProblem(undefined)
    setReading(true)
    try {
      const [codes, rules] = await Promise.all([readQrCodes(file), addressCodes()])
      const found = addressIn(codes, offered, rules)
      if (typeof found === 'string') setProblem(found)
      else onRead(found.address, found.ways)
    } catch {
      // The decoder did not come; nothing is said of the picture.
      setProblem('network')
    } finally {
      setReading(false)
    }
  }

  function textOf(problem: Problem): string {
    const [only, ...others] = offered
    if (problem === 'network') return t('common.fault_network')
    if (problem === 'not_offered' && only && others.length === 0)
      return t('withdrawal_pages.qr_other_coin', {
        currency: only.currency,
        network: networkOf(only.network).name,
      })
    return t(`withdrawal_pages.qr_${problem}`)
  }

  return (
    <div>
      <div className="flex flex-wrap gap-2" aria-busy={isReading || undefined}>
        <ImageInput
          label={t('withdrawal_pages.qr_picture')}
          accept="image/*"
          className={look}
          onChoose={(file) => void read(file)}
        >
          <ImagePlus aria-hidden size={20} strokeWidth={1.75} className="shrink-0" />
          {t('withdrawal_pages.qr_picture')}
        </ImageInput>
        {/* Where there is no touch, a camera is seldom at hand, and browsers open the album all the same. */}
        <ImageInput
          label={t('withdrawal_pages.qr_photo')}
          accept="image/*"
          capture="environment"
          className={cx(look, 'pointer-fine:hidden')}
          onChoose={(file) => void read(file)}
        >
          <Camera aria-hidden size={20} strokeWidth={1.75} className="shrink-0" />
          {t('withdrawal_pages.qr_photo')}
        </ImageInput>
      </div>
      <p
        role={problem ? 'alert' : undefined}
        className={cx('mt-1.5 text-12', problem ? 'text-danger' : 'text-t3')}
      >
        {problem ? textOf(problem) : t('withdrawal_pages.qr_note')}
      </p>
    </div>
  )
}

/** Only who has a picture read needs them. */
const addressCodes = () => import('#domain/withdrawal/address-code.ts')

/** The address of a picture's code and where money can go by it, or what is wrong with them. */
function addressIn<Way extends CoinNetwork>(
  codes: readonly string[] | undefined,
  offered: readonly Way[],
  { readAddressCode, waysOfCode }: Awaited<ReturnType<typeof addressCodes>>,
): Problem | { readonly address: string; readonly ways: readonly Way[] } {
  if (!codes) return 'damaged'
  const [code, ...others] = codes
  if (code === undefined) return 'none'
  if (others.length > 0) return 'several'
  const read = readAddressCode(code)
  if (!read) return 'no_address'
  const ways = waysOfCode(read, offered)
  return ways.length === 0 ? 'not_offered' : { address: read.address, ways }
}
