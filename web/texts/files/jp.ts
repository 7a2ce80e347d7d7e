import type { Translation } from '../areas.ts'
import type { en } from './en.ts'

export const jp: Translation<typeof en> = {
  image_not_an_image: 'JPG・PNG画像のみ対応',
  image_jpeg2000: 'JPEG 2000は未対応です。JPGかPNGをお使いください',
  image_too_large: '画像が10 MBを超えています',
  image_empty: 'ファイルが空です',
  image_gone: '画像を表示できません',
}
