import { Copy, ImageDown, Share2 } from 'lucide-react'
import { invite } from '#domain/user/contract.ts'
import { ErrorState } from '#web/app/error-state.tsx'
import { copyText, toast } from '#web/app/toast.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { drawPoster } from './poster.ts'

/** The code and the link with its QR code: to copy, to share, and as a poster to save or send. */
export function InviteCode() {
  const { t } = useTexts()
  const { data, error, refetch } = useApiQuery(invite, {})
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  const copy = (text: string) => void copyText(text, t)
  return (
    <section className="flex flex-col items-center gutter py-5">
      {data ? (
        <QrCode text={data.link} label={t('invite_pages.qr')} size={176} />
      ) : (
        <Skeleton className="size-44" />
      )}
      <div className="w-full pt-4">
        <Line
          name={t('invite_pages.code')}
          value={data?.code}
          label={t('invite_pages.copy_code')}
          copy={copy}
        />
        <Line
          name={t('invite_pages.link')}
          value={data?.link}
          label={t('invite_pages.copy_link')}
          copy={copy}
        />
      </div>
      <div className="flex w-full gap-2 pt-4">
        <Button
          kind="primary"
          className="flex-1"
          disabled={!data}
          onClick={() => data && void savePoster(words(data))}
        >
          <ImageDown aria-hidden size={18} />
          {t('invite_pages.save_poster')}
        </Button>
        {'share' in navigator && (
          <IconButton
            icon={Share2}
            label={t('invite_pages.share')}
            className="!size-12 bg-s2"
            disabled={!data}
            onClick={() => data && void share(words(data))}
          />
        )}
      </div>
    </section>
  )

  function words({ link, code }: { link: string; code: string }) {
    return {
      ...{ site: 'Plumb', title: t('invite_pages.poster_title'), text: t('invite_pages.poster_text') },
      ...{ link, code },
    }
  }

  /** The picture, with the link beside it; where pictures cannot be sent, the link alone. */
  async function share(poster: ReturnType<typeof words>) {
    const picture = await drawPoster(poster).catch(() => undefined)
    const files = picture ? [new File([picture], FILE_NAME, { type: picture.type })] : []
    const all = { title: poster.title, url: poster.link, files }
    // Who closes the sheet has shared nothing, which is no error.
    await navigator.share(navigator.canShare?.(all) ? all : { url: poster.link }).catch(() => undefined)
  }

  async function savePoster(poster: ReturnType<typeof words>) {
    try {
      const url = URL.createObjectURL(await drawPoster(poster))
      Object.assign(document.createElement('a'), { href: url, download: FILE_NAME }).click()
      URL.revokeObjectURL(url)
    } catch {
      toast(t('invite_pages.poster_failed'))
    }
  }
}

const FILE_NAME = 'plumb-invitation.png'

function Line(props: { name: string; value: string | undefined; label: string; copy(text: string): void }) {
  const { name, value, label, copy } = props
  return (
    <div className="flex min-h-14 items-center gap-3 border-t border-line">
      <div className="min-w-0 flex-1">
        <p className="text-12 text-t3">{name}</p>
        <p className="truncate text-15">{value ?? ' '}</p>
      </div>
      <IconButton icon={Copy} label={label} disabled={!value} onClick={() => value && copy(value)} />
    </div>
  )
}
