/** An invalid setting: the start is refused with this message. */
export class SettingError extends Error {}
