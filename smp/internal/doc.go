// Package internal contains the packages of the engines, and no code. Each package may use those below
// it:
//
//	smp             the face: documents, schemas from definitions, errors, JSON text
//	compose         several patches become one, or are in conflict
//	diff   lint     patches between documents, and for a live document; mistakes in a patch
//	apply   keep    a patch changes a document; places of a live document are kept
//	threeway        the target of a three-way merge, and its conflicts
//	listpatch       the patch of a list: elements with keys, deletions, order
//	stored   pair   values as a server stores them; two patches read together
//	schema          what a schema defines for each place
//	listkeys        whether the keys of a patch element and of the element that it finds agree
//	syntax          what a name in a patch map means: field, directive or data
//	identity        which elements of lists are the same; also trace, walk and arrange
//	faults, rule    errors whose path grows on the way back; the ids of the rules
//	nulls, spelling values that are equal although their text is not
//	door, desk      memory that is used again, and the functions of model that only engines may use
//	model           the values: immutable trees
//
// Package cluster has another engine, which merges like an API server. It has its own apply and
// compose, and uses the packages that they use. The packages that are not listed help with one task, such
// as reading the paths to keep (keeppath).
//
// # The way of a patch
//
//	apply.MergeRoot               checks that both documents are maps
//	  Merger.mergeMapText         asks whether a fast path is enough. If so,
//	    mergePlainMap             merges a map whose only directives are order lists, and
//	    plainList                 merges its lists. If not,
//	    mergeMapByRules           reads all directives of the map (mapMerge.directed), and
//	      mapMerge.field          merges each field: a map is merged in this way again, and
//	        Merger.MergeList      looks at the patch of a list (listpatch.New), and
//	          listMerge.merged    reads and merges its elements: a matcher finds the element for each of them
//	      mapMerge.merged         returns an edit of the original, which shares what has not changed
//
// A difference is written the other way round (diff.TwoWay): mapDiff and listDiff compare two values
// and write the members of a patch. If another engine will read the patch, it judges the patch before
// that (see DiffOptions.Omit for the exception). A three-way merge (diff.ThreeWay) first builds the target
// (threeway.Build) and then writes the difference between the live document and the target.
package internal
