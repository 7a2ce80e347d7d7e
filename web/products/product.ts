import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { Channel } from '#domain/channel.ts'
import type { Instrument } from '#domain/market/instrument.ts'
import type { NoticeKind } from '#domain/notice/kinds.ts'
import type { Reason } from '#domain/reasons.ts'
import type { WalletType } from '#domain/wallet/wallet-types.ts'
import type { PageRoute, Pages } from '#web/app/page-list.ts'
import type { ChartMark } from '#web/features/chart/marks.ts'
import type { PagesArea, PlainTextKey } from '#web/texts/texts.ts'
import type { Kept } from './kept.ts'

/**
 * A product in the customer app: what it brings, as data. All of it is loaded with the first page, so its
 * pages are lazy. Whoever shows something of all products takes it from `ProductsContext`; nothing else has
 * to know a product by name.
 */
export interface Product {
  /** One word, the same in all folders, tables, reasons and texts. */
  readonly name: string
  /** The specification's routes that it serves; `web/app/page-list.ts` says who may open them. */
  readonly pages: Pages
  /** The areas of texts that only its pages show: they come with them, not with the language. */
  readonly texts?: readonly PagesArea[]
  /** Its round buttons at home, which stand in the order of `all.ts`. */
  readonly actions?: readonly QuickAction[]
  /** Its lines under "More" at home. */
  readonly menu?: readonly MenuLine[]
  /**
   * Its reasons that a customer's statement can show, each with the page of what it refers to; null where
   * there is nothing to look at. Reasons of transfers between the platform's own accounts are left out.
   */
  readonly reasons?: Readonly<Partial<Record<Reason, PageLink | null>>>
  /** Where what each of its kinds of notice tells of can be looked at. */
  readonly notices?: Readonly<Partial<Record<NoticeKind, NoticeLink>>>
  /** What of its holds a customer's money, by the kind that `/wallet/why_held` names. */
  readonly holds?: Readonly<Record<string, HoldLink>>
  /**
   * Where money that is in it and in no wallet can be looked at, on the assets page: what it is called there, and the
   * page of all of it. Of a product whose accounts are not wallets.
   */
  readonly money?: { readonly title: PlainTextKey; readonly page: PageRoute }
  /** The page of what one of the four wallets is used for, which that wallet's page leads to. */
  readonly wallet?: MenuLine & { readonly walletType: WalletType }
  /** The customer's own channels that tell that money has moved, when nothing they did here says so. */
  readonly moneyChannels?: readonly Channel[]
  /** Shows what customers keep in it for a time, beside that of other products: see `kept.ts`. */
  readonly kept?: () => Promise<{ readonly default: Kept }>
  /** What opens one of its records that ended, from the history of everything that did. */
  readonly ended?: () => Promise<{ readonly default: ComponentType<EndedRecordProps> }>
  /** Of a product whose orders stand at a price: the customer's own on a chart. Lazy, and only for who is signed in. */
  readonly OwnMarks?: ComponentType<OwnMarksProps>
}

/** What tells a chart the customer's own orders and fills of an instrument, and shows what their lines open. */
export interface OwnMarksProps {
  readonly instrument: Instrument
  onMarks(marks: readonly ChartMark[]): void
}

/** A record by its id, in a sheet or in the pane beside its list. */
export interface EndedRecordProps {
  readonly id: string
  onClose(): void
}

/** Where something can be looked at: a page, and the parameter of its URL that takes the reference. */
export interface PageLink {
  readonly page: PageRoute
  readonly param: string
}

/** Where a notice leads: a page, and the parameter of its URL that takes the notice's subject, where it takes one. */
export interface NoticeLink {
  readonly page: PageRoute
  readonly param?: string
  /** The words of the link. */
  readonly action: PlainTextKey
}

/** Where a hold can be looked at and undone. */
export interface HoldLink extends PageLink {
  /** What holds the money: "Open order". */
  readonly title: PlainTextKey
  /** The words of the link: "Order". */
  readonly action: PlainTextKey
  /** Of what the customer cannot take back: it ends by itself. */
  readonly isFinal?: true
}

export interface QuickAction extends MenuLine {
  readonly icon: LucideIcon
  /** What the URL of its page says beside it. */
  readonly params?: Readonly<Record<string, string>>
}

export interface MenuLine {
  readonly label: PlainTextKey
  readonly page: PageRoute
}
