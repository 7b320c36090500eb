/**
 * Words that shoppers write around what they look for. They count a tenth of other words, and no product needs them. The words
 * of other languages are those that name nothing in English.
 */
const chatter = new Set(
  (
    'kind kinds type types sort sorts variety varieties style styles show find search searching look looking need needs want ' +
    'wanted buy buying purchase get give please idea ideas cheap cheapest cheaper best good nice great top price prices cost ' +
    'shop store online sale deal deals any all every everything some something anything what where which how much many have ' +
    'has available recommend recommended suitable ones thing things stuff etc called that this these ' +
    'der das den dem und mit fur fuer eine einen einer ein le les une des du et avec pour el los las una y para con com uma ' +
    'dos gli della del dei di ke ka ki wala wali'
  ).split(' '),
)

/** Whether the word, in the form of `searchKey`, says nothing about the product. */
export const isChatter = (word: string): boolean => chatter.has(word)
