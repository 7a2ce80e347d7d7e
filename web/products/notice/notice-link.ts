import type { NoticeView } from '#domain/notice/contract.ts'
import type { NoticeKind } from '#domain/notice/kinds.ts'
import { toPage } from '#web/app/page-list.ts'
import type { NoticeLink, Product } from '../product.ts'

/** Where what a notice tells of can be looked at; some have no page. */
export const linkOf = (
  products: readonly Product[],
  { kind }: Pick<NoticeView, 'kind'>,
): NoticeLink | undefined =>
  products.map(({ notices }) => notices?.[kind as NoticeKind]).find((link) => link !== undefined)

/** The URL of what a notice tells of. */
export const urlOf = ({ page, param }: NoticeLink, { subject }: Pick<NoticeView, 'subject'>): string =>
  toPage(page, param ? { [param]: subject } : {})
