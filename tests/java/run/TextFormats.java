// Numbers, messages, currencies and names in several languages; collation and normal forms.
import java.text.BreakIterator;
import java.text.ChoiceFormat;
import java.text.Collator;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.MessageFormat;
import java.text.Normalizer;
import java.text.NumberFormat;
import java.text.ParsePosition;
import java.util.Arrays;
import java.util.Currency;
import java.util.Locale;

public class TextFormats {
    public static void main(String[] args) throws Exception {
        System.out.println(new DecimalFormat("#,##0.00").format(1234.5));
        System.out.println(new DecimalFormat("0.###E0").format(12345));
        System.out.println(new DecimalFormat("00.0%;(0.0%)").format(-0.256));
        System.out.println(NumberFormat.getInstance().format(1e6) + " " + NumberFormat.getPercentInstance().format(0.5));
        System.out.println(NumberFormat.getInstance(Locale.GERMANY).format(1234567.891));
        System.out.println(NumberFormat.getCurrencyInstance(Locale.US).format(-1234.5));
        System.out.println(NumberFormat.getCurrencyInstance(Locale.JAPAN).format(1234.5));
        System.out.println(NumberFormat.getCompactNumberInstance(Locale.US, NumberFormat.Style.SHORT).format(12345));
        System.out.println(new DecimalFormat("#.#", DecimalFormatSymbols.getInstance(Locale.FRANCE)).format(0.25));
        System.out.println(NumberFormat.getInstance().parse("1,234.5 rest", new ParsePosition(0)));
        System.out.println(String.format(Locale.GERMANY, "%,.2f", 9876.543));
        System.out.println(MessageFormat.format("{0} is {1,number,#.#} and {2} of {3}", "a", 3.14159, 1234, null));
        System.out.println(MessageFormat.format("{0,choice,0#none|1#one|1<many {0}}", 5));
        System.out.println(new ChoiceFormat("0#zero|1#one|2#more").format(1.5));
        Currency euro = Currency.getInstance("EUR");
        System.out.println(euro.getSymbol() + " " + euro.getDefaultFractionDigits() + " " + euro.getDisplayName());
        System.out.println(Currency.getInstance(Locale.JAPAN));
        System.out.println(Locale.FRANCE.getDisplayCountry() + " " + Locale.FRANCE.getDisplayLanguage());
        String[] words = {"zebra", "\u00e4pfel", "Apfel", "apfel"};
        Arrays.sort(words, Collator.getInstance(Locale.GERMANY));
        System.out.println(String.join(" ", words));
        System.out.println(Normalizer.normalize("\u00e9\ufb01", Normalizer.Form.NFKD).length());
        System.out.println(Normalizer.isNormalized("e\u0301", Normalizer.Form.NFC));
        BreakIterator sentences = BreakIterator.getWordInstance(Locale.US);
        sentences.setText("Two words.");
        System.out.println(sentences.next() + " " + sentences.next());
        System.out.println("\u0130".toLowerCase(Locale.ROOT).length() + " " + "i".toUpperCase(Locale.forLanguageTag("tr")));
    }
}
