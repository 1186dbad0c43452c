import { anyOf, spelledOut } from '../../core/index.ts'
import type { DeedKind } from './deed-rules.ts'

/** Unless it is a condition, a wish or a denial, in German, French and Spanish. */
const SUPPOSED =
  /\b(?:wenn|falls|ob|sobald|bevor|könnten?|würden?|hätten?|sollten?|si|s['’]il|avant|pourrais?|devrais?|aurais?|podría|debería|hubiera|antes)\b/i

const LOOKED: readonly RegExp[] = [
  /(?<![\p{L}])(?:laut|gemäß|wie (?:ich |man )?(?:in|aus)|wie|d['’]après|selon|según|de acuerdo con)(?![\p{L}])[^.,;:]{0,30}\u{f8ff}/iu,
  /^\W*(?:alle |die |beide |sämtliche )?(?:\p{L}+ )?(?:datei(?:en)?|gliederung|szenen?|notizen|ordner|karten?|tests?)\b[^.;:!?]{0,30}?\b(?:durchsucht|gelesen|geprüft|überprüft|durchgesehen|verglichen|gezählt|geöffnet|kontrolliert)\s*(?:[.,;:!–—]|$)/iu,
  /^\W*(?:kurz |eben |gerade |schon )?(?:nach(?:geschaut|gesehen|geprüft|gelesen|geschlagen|gezählt)|geprüft|überprüft|durchsucht|durchgelesen|angeschaut|verglichen)\s*(?:[.,;:!–—]|$)/iu,
  // Without a subject: "Habe die Datei gelesen", "Vérifié :", "Revisado:"
  /^\W*(?:ok(?:ay)?\W+)?(?:hab|habe|haben|hatte)\b[^.;:!?]{0,90}?\b(?:ge(?:sucht|prüft|lesen|öffnet|zählt|funden)|durch(?:sucht|gelesen|gesehen|geschaut)|über(?:prüft|flogen)|nach(?:gesehen|geschaut|geschlagen|gelesen|geprüft|gezählt)|an(?:gesehen|geschaut)|ausgeführt|getestet|kontrolliert)(?![\p{L}])/iu,
  /\b(?:datei(?:en)?|gliederung|szenen?|notizen|ordner|code|tests?)\b[^.;:!?]{0,40}?\b(?:wurden?|sind|ist)\b[^.;:!?]{0,30}?\b(?:geprüft|gelesen|durchsucht|überprüft|getestet|ausgeführt|durchgesehen)(?![\p{L}])/iu,
  /\b(?:alle|die) tests? (?:laufen durch|sind grün|bestehen|erfolgreich)|\b(?:tous les|les) tests passent|\b(?:todos los|los) tests pasan|\b(?:todas las|las) pruebas pasan/iu,
  /\b(?:ich|wir)\b[^.,;:!?]{0,20}\b(?:hab|habe|haben)\b[^.;:!?]{0,90}?\b(?:ge(?:sucht|prüft|lesen|öffnet|zählt|funden)|durch(?:sucht|gelesen|gesehen|geschaut)|über(?:prüft|flogen)|nach(?:gesehen|geschaut|geschlagen|gelesen|geprüft|gezählt)|an(?:gesehen|geschaut)|ausgeführt|aufgerufen|aufgelistet|verifiziert|kontrolliert|eingesehen|verglichen|abgeglichen|gegengelesen|durchforstet|getestet|laufen lassen)(?![\p{L}])/iu,
  /\b(?:ich|wir)\b[^.,;:!?]{0,90}?\b(?:ge(?:sucht|prüft|lesen|öffnet|zählt)|durch(?:sucht|gelesen|gesehen)|über(?:prüft|flogen)|nach(?:gesehen|geschaut|gelesen)|an(?:gesehen|geschaut)|verglichen|kontrolliert|ausgeführt) (?:habe|haben|hab)(?![\p{L}])/iu,
  /\b(?:hab|habe|haben) (?:ich|wir)\b[^.;:!?]{0,90}?\b(?:gesucht|geprüft|gelesen|geöffnet|gezählt|gefunden|durchsucht|durchgelesen|überprüft|nachgesehen|nachgeschaut|angesehen|verglichen|abgeglichen|ausgeführt)(?![\p{L}])/iu,
  /\b(?:die|meine|eine) (?:\p{L}{1,20} )?(?:suche|abfrage|ausgabe|prüfung|durchsicht|tests)\b[^.;!?]{0,60}?\b(?:ergab|ergibt|liefert|lieferte|fand|findet|zeigt|zeigte|zeigen|brachte|laufen durch)\b/iu,
  /\b(?:laut|gemäß|nach) (?:der |dem |den |meiner )?(?:suche|ausgabe|ergebnis|ergebnissen|trefferliste|durchsicht|prüfung)\b/iu,
  /\b(?:j['’]ai|nous avons)\s(?:\p{L}{1,16}\s){0,3}?(?:cherché|recherché|vérifié|lu|relu|consulté|parcouru|ouvert|exécuté|lancé|examiné|trouvé|compté|contrôlé|regardé|fouillé|testé)(?![\p{L}])/iu,
  /\b(?:la|ma|une) (?:recherche|commande|requête|vérification)\b[^.;!?]{0,60}?\b(?:montre|a montré|a donné|donne|a renvoyé|renvoie|révèle|a révélé)(?![\p{L}])/iu,
  /\b(?:d['’]après|selon) (?:la |ma |les |le )(?:recherche|résultats?|sortie)\b/iu,
  /(?<![\p{L}])(?:he|hemos)\s(?:\p{L}{1,16}\s){0,2}?(?:buscado|revisado|leído|consultado|verificado|comprobado|abierto|ejecutado|examinado|encontrado|contado|probado)(?![\p{L}])/iu,
  /(?<![\p{L}])(?:busqué|revisé|leí|consulté|verifiqué|comprobé|abrí|ejecuté|examiné|encontré|conté)(?![\p{L}])/iu,
  /\b(?:la|mi|una) (?:búsqueda|consulta|revisión|salida)\b[^.;!?]{0,60}?(?:muestra|mostró|devolvió|arrojó|encontró|dio)(?![\p{L}])/iu,
  /\bsegún (?:la |mi |los |el )(?:búsqueda|resultados?|salida)(?![\p{L}])/iu,
].map(spelledOut)

const CHANGED: readonly RegExp[] = [
  /^\W*(?:(?:die |das |der )?(?:datei(?:en)?|änderung(?:en)?|notiz(?:en)?|eintrag|zeile|szene) (?:wurden? |ist |sind )?)?(?:gespeichert|gelöscht|aktualisiert|umbenannt|geändert|ergänzt|angelegt|eingetragen)\W*$/iu,
  /^\W*(?:le |la |les )?(?:fichiers?|notes?|modifications?|lignes?) (?:a été |ont été |est |sont )?(?:enregistrée?s?|supprimée?s?|ajoutée?s?|modifiée?s?|renommée?s?|mise?s? à jour)\W*$/iu,
  /^\W*(?:el |la |los |las )?(?:archivos?|notas?|cambios?|líneas?) (?:ha sido |han sido |está |están )?(?:guardad[oa]s?|borrad[oa]s?|eliminad[oa]s?|añadid[oa]s?|modificad[oa]s?|actualizad[oa]s?|renombrad[oa]s?)\W*$/iu,
  /\b(?:ich|wir)\b[^.,;:!?]{0,20}\b(?:hab|habe|haben)\b[^.;:!?]{0,90}?\b(?:gespeichert|gelöscht|aktualisiert|umbenannt|entfernt|angelegt|hinzugefügt|überschrieben|eingetragen|verschoben|ergänzt|korrigiert|geändert|ersetzt|geschrieben|erstellt|bearbeitet|angepasst|verschickt|behoben)(?![\p{L}])/iu,
  /\b(?:die|deine|der|das) (?:datei|änderung|änderungen|notiz)\b[^.;!?]{0,30}?\b(?:wurde|wurden|ist|sind)\b[^.;!?]{0,30}?\b(?:gespeichert|gelöscht|aktualisiert|umbenannt|übernommen|angelegt)(?![\p{L}])/iu,
  /\b(?:j['’]ai|nous avons)\s(?:\p{L}{1,16}\s){0,3}?(?:enregistré|sauvegardé|supprimé|modifié|renommé|mis à jour|effacé|ajouté|retiré|corrigé|remplacé|créé|écrit|déplacé|complété|changé|envoyé)(?![\p{L}])/iu,
  /(?<![\p{L}])(?:he|hemos)\s(?:\p{L}{1,16}\s){0,2}?(?:guardado|borrado|eliminado|modificado|renombrado|actualizado|añadido|agregado|corregido|creado|escrito|cambiado|movido|reemplazado|enviado)(?![\p{L}])/iu,
  /(?<![\p{L}])(?:guardé|borré|eliminé|modifiqué|actualicé|renombré|añadí|agregué|corregí|creé|escribí|cambié|moví)(?![\p{L}])/iu,
].map(spelledOut)

const DENIED = /(?<![\p{L}])(?:nicht|nie|noch nie|kein(?:e[nmrs]?)?|pas|jamais|no|nunca)(?![\p{L}])/iu
const LEAD = 6
const isForeign = anyOf([...CHANGED, ...LOOKED])

/** The same as in English, for the plain ways of saying it in three more languages. */
export function findForeignDeed(hidden: string): DeedKind | undefined {
  if (!isForeign(hidden)) return undefined
  const isSaid = (wording: RegExp): boolean => {
    const match = wording.exec(hidden)
    const from =
      match === null ? 0 : Math.max(hidden.lastIndexOf(',', match.index), hidden.lastIndexOf(';', match.index)) + 1
    return (
      match !== null &&
      !SUPPOSED.test(hidden.slice(from, match.index + match[0].length)) &&
      !DENIED.test(hidden.slice(Math.max(0, match.index - LEAD), match.index + match[0].length))
    )
  }
  if (CHANGED.some(isSaid)) return 'changes'
  return LOOKED.some(isSaid) ? 'looks' : undefined
}
