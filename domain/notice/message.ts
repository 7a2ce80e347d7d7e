/** What an operator may write to one customer: plain words, and no way out of the app. */

/** Of a title, which a lock screen shows behind whom it is from, and of a text. */
export const MAX_MESSAGE_TITLE = 60
export const MAX_MESSAGE_TEXT = 1_000
/** How many messages one operator writes within an hour. */
export const MESSAGES_PER_HOUR = 20

const ADDRESSES = [
  // Of mail, and names in other chats.
  /[@＠]/u,
  /:\/\//u,
  /\bwww\b/iu,
  // A host, by what stands after its last dot; letters of any script, and dots that browsers take for one.
  /[\p{L}\p{N}][.．]\p{L}{2,}/u,
  /[。｡][a-z]{2,}/iu,
  /\bxn--/iu,
  /\d{1,3}(?:\.\d{1,3}){3}/u,
]

/**
 * Whether a text names a place outside the app: a host, a link, a mail address or a name in another chat. Mail programs make
 * links of such words, and our mails promise that they have none.
 *
 * @example namesAddress('See plumb-help.com') // true
 */
export const namesAddress = (text: string): boolean => ADDRESSES.some((address) => address.test(text))
