import { Fragment, type ReactNode } from 'react'
import { type Block, type LinkTarget, parseContent, type Span } from '#domain/content/markup.ts'
import { type Language, locales } from '#domain/language.ts'
import { cx } from '#web/ui/cx.ts'

/** Makes a link of words; the words alone where it leads nowhere. */
export type RenderLink = (to: LinkTarget, words: string) => ReactNode

/** A published text as elements: see `domain/content/markup.ts` for what its marks mean. */
export function RichText({
  content,
  language,
  link,
  className,
}: {
  content: string
  language: Language
  link: RenderLink
  className?: string
}) {
  return (
    <div
      lang={locales[language]}
      className={cx('flex flex-col gap-3 text-15 break-words text-t2', className)}
    >
      {parseContent(content).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text does not change while it is shown
        <BlockElement key={index} block={block} link={link} />
      ))}
    </div>
  )
}

function BlockElement({ block, link }: { block: Block; link: RenderLink }) {
  if (block.kind === 'list') {
    const items = block.items.map((spans, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <li key={index}>
        <Spans spans={spans} link={link} />
      </li>
    ))
    const look = 'grid gap-1.5 pl-5 marker:text-t3'
    return block.start === null ? (
      <ul className={cx(look, 'list-disc')}>{items}</ul>
    ) : (
      <ol start={block.start} className={cx(look, 'list-decimal')}>
        {items}
      </ol>
    )
  }
  const words = <Spans spans={block.spans} link={link} />
  if (block.kind === 'paragraph') return <p className="whitespace-pre-line">{words}</p>
  return block.level === 2 ? (
    <h3 className="pt-3 text-17 font-semibold text-t1">{words}</h3>
  ) : (
    <h4 className="pt-1 text-15 font-semibold text-t1">{words}</h4>
  )
}

const Spans = ({ spans, link }: { spans: readonly Span[]; link: RenderLink }) =>
  spans.map(({ text, isStrong, to }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    <Fragment key={index}>
      {to ? link(to, text) : isStrong ? <strong className="font-semibold text-t1">{text}</strong> : text}
    </Fragment>
  ))
